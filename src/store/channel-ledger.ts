import { sql, type SqlBool } from 'kysely';
import type { Severity } from '../alert/alert.ts';
import type { DeliveryEvent } from '../alert/delivery.ts';
import type { ChannelEntry } from '../alert/ledger.ts';
import type { Session } from './database.ts';
import { toTries, toWhy } from './delivery-rows.ts';
import { keysetPages, ROWS_PER_PAGE } from './keyset-pages.ts';
import { countLedger, type LedgerCounts } from './ledger-counts.ts';

export interface ChannelLedgerFilter {
  readonly channel: string;
  readonly state?: ChannelEntry['state'];
  /** Null: messages as they go out, so that what was joined is one. An id: what was joined into that one. */
  readonly digestId: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** All that are given must hold. */
export interface DeliveryCriteria {
  readonly channel?: string;
  readonly state?: ChannelEntry['state'];
  /** Both inclusive; compared with `createdAt`. */
  readonly from?: number;
  readonly to?: number;
}

/** One page of a channel's ledger, newest first, and how many entries match on all pages. */
export async function channelLedger(
  session: Session,
  filter: ChannelLedgerFilter,
  counts: LedgerCounts | null,
): Promise<{ items: ChannelEntry[]; total: number }> {
  const { limit, offset } = filter;
  const ids = matching(session, filter);
  const [rows, total] = await Promise.all([
    entries(session.db)
      .where(
        'deliveries.sequence',
        'in',
        // The page is chosen within the index, and no row is read but its own.
        ids
          .select('sequence')
          // What is pending has no index in this order: asked for one, SQLite would read all that was ever told.
          .orderBy(filter.state === 'pending' ? sql`sequence + 0` : 'sequence', 'desc')
          .limit(limit)
          .offset(offset),
      )
      .orderBy('deliveries.sequence', 'desc')
      .execute(),
    isFew(filter) ? countMatching(session, filter) : countByState(session, filter, counts),
  ]);
  return { items: rows.map(toChannelEntry), total };
}

function matching({ db }: Session, { channel, state, digestId }: ChannelLedgerFilter) {
  const all = db.selectFrom('deliveries').where('channel', '=', channel);
  const chosen =
    digestId === null ? all.where('digest_id', 'is', null) : all.where('digest_id', '=', digestId);
  if (state === undefined) return chosen;
  // Each of the two has an index of its own, which tells itself by these words.
  if (state === 'pending') return chosen.where('state', '=', sql.lit('pending'));
  return chosen.where('state', '=', state).where('state', '<>', sql.lit('pending'));
}

/** A digest has some thousands of members at the most, and what waits is live. */
function isFew({ state, digestId }: ChannelLedgerFilter): boolean {
  return digestId !== null || state === 'pending';
}

async function countMatching(session: Session, filter: ChannelLedgerFilter): Promise<number> {
  const row = await matching(session, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

async function countByState(
  session: Session,
  { channel, state }: ChannelLedgerFilter,
  known: LedgerCounts | null,
): Promise<number> {
  const counts = await (known?.of(session, channel) ?? countLedger(session, channel));
  if (state !== undefined) return counts.get(state) ?? 0;
  return counts.values().reduce((sum, entries) => sum + entries, 0);
}

/** What was decided about every alert and channel, newest first, in pages; of a joined message its members. */
export async function* deliveryPages(
  { db }: Session,
  { channel, state, from, to }: DeliveryCriteria,
): AsyncGenerator<ChannelEntry[]> {
  let newestFirst = entries(db)
    .where('event', '!=', 'digest')
    .orderBy('deliveries.created_at', 'desc')
    .orderBy('deliveries.sequence', 'desc')
    .limit(ROWS_PER_PAGE);
  // Of expressions: SQLite would else take the index of a channel, and sort for each page all that it was ever told.
  if (channel !== undefined)
    newestFirst = newestFirst.where(sql<SqlBool>`coalesce(channel, '') = ${channel}`);
  if (state !== undefined) newestFirst = newestFirst.where(sql<SqlBool>`coalesce(state, '') = ${state}`);
  if (from !== undefined) newestFirst = newestFirst.where('deliveries.created_at', '>=', from);
  if (to !== undefined) newestFirst = newestFirst.where('deliveries.created_at', '<=', to);
  const pages = keysetPages<Row>((last) =>
    (last === null
      ? newestFirst
      : newestFirst.where(
          sql<SqlBool>`(deliveries.created_at, deliveries.sequence) < (${last.created_at}, ${last.sequence})`,
        )
    ).execute(),
  );
  for await (const page of pages) yield page.map(toChannelEntry);
}

type Row = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number];

/** Without what was sent, which may be long. */
function entries(db: Session['db']) {
  return db
    .selectFrom('deliveries')
    .leftJoin('alerts', 'alerts.id', 'deliveries.alert_id')
    .leftJoin('cron_jobs', 'cron_jobs.id', 'alerts.cron_job_id')
    .select(['deliveries.sequence', 'deliveries.id', 'channel', 'event', 'deliveries.created_at', 'state'])
    .select(['next_attempt_at', 'attempts', 'sent_at', 'last_error', 'deliveries.reason', 'note'])
    .select(['common_cause', 'digest_id', 'times', 'last_at', 'tries'])
    .select(['alerts.id as alert_id', 'severity', 'title', 'cron_jobs.namespace'])
    .select('cron_jobs.name as cron_job_name')
    .select(
      sql<number>`case when event = 'digest' then (select count(distinct member.alert_id)
        from deliveries as member where member.digest_id = deliveries.id) else 1 end`.as('alert_count'),
    );
}

function toChannelEntry(row: Row): ChannelEntry {
  return {
    id: row.id,
    channel: row.channel === '' ? null : row.channel,
    event: row.event as DeliveryEvent | 'digest',
    createdAt: row.created_at,
    state: row.state as ChannelEntry['state'],
    nextAttemptAt: row.next_attempt_at,
    attempts: row.attempts,
    sentAt: row.sent_at,
    lastError: row.last_error,
    why: toWhy(row),
    digestId: row.digest_id,
    times: row.times,
    lastAt: row.last_at ?? row.created_at,
    tries: toTries(row.tries),
    alert: toAlertHead(row),
    alertCount: row.alert_count,
    commonCause: row.common_cause,
  };
}

function toAlertHead(row: Row): ChannelEntry['alert'] {
  if (row.alert_id === null) return null;
  return {
    id: row.alert_id,
    severity: row.severity as Severity,
    title: row.title!,
    namespace: row.namespace!,
    cronJobName: row.cron_job_name!,
  };
}
