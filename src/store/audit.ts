import { DAY } from '../lib/duration.ts';
import type { Session } from './database.ts';

/** A call over the API that changed something, or tried to. */
export interface StoredAuditEntry {
  readonly at: number;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly by: string | null;
  readonly remoteAddress: string;
  readonly status: number;
  /** JSON; null for calls without a body. */
  readonly body: string | null;
}

/** For how long who changed what is kept. */
const KEPT_MS = 365 * DAY;

/** The queries of `audit_log`. */
export function audit({ db }: Session) {
  return {
    /** Keeps an entry, and forgets those that are older than a year. */
    async insert(entry: StoredAuditEntry): Promise<void> {
      await db
        .insertInto('audit_log')
        .values({
          at: entry.at,
          request_id: entry.requestId,
          method: entry.method,
          path: entry.path,
          actor: entry.by,
          remote_address: entry.remoteAddress,
          status: entry.status,
          body_json: entry.body,
        })
        .execute();
      await db
        .deleteFrom('audit_log')
        .where('at', '<', entry.at - KEPT_MS)
        .execute();
    },

    /** One page, newest first, and how many there are on all pages. */
    async list(page: {
      readonly limit: number;
      readonly offset: number;
    }): Promise<{ items: StoredAuditEntry[]; total: number }> {
      const [rows, count] = await Promise.all([
        db
          .selectFrom('audit_log')
          .selectAll()
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(page.limit)
          .offset(page.offset)
          .execute(),
        db
          .selectFrom('audit_log')
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
      ]);
      const items = rows.map((row) => ({
        at: row.at,
        requestId: row.request_id,
        method: row.method,
        path: row.path,
        by: row.actor,
        remoteAddress: row.remote_address,
        status: row.status,
        body: row.body_json,
      }));
      return { items, total: count.total };
    },
  };
}
