import { type Selectable, sql } from 'kysely';
import type { Session } from './database.ts';
import { flag, fromJsonColumn } from './json-column.ts';
import type { ChannelsTable } from './schema.ts';

/** An AlertChannel as the cluster has it. */
export interface ChannelResource {
  readonly uid: string;
  readonly name: string;
  readonly generation: number;
  /** The spec's type, as far as it has one; an invalid spec is kept and shown too. */
  readonly type: string;
  readonly spec: unknown;
}

/** A channel with its state and its counters. */
export interface StoredChannel extends ChannelResource {
  readonly ready: boolean;
  /** Null until the channel was judged. */
  readonly readyReason: string | null;
  readonly readyMessage: string | null;
  readonly alertsSent: number;
  readonly alertsFailed: number;
  readonly lastAlertAt: number | null;
  /** Attempts since the last one that the receiver took, tests included. */
  readonly consecutiveFailures: number;
  /** Of the last attempt that failed, without the URL; null when none ever did. */
  readonly lastError: string | null;
  readonly lastErrorAt: number | null;
  /** Messages about alerts that are still to be sent. */
  readonly waiting: number;
}

/** The queries of `channels`. */
export function channels(session: Session) {
  const { db } = session;
  return {
    /** Writes the resource; readiness and counters stay as they are. */
    upsert(resource: ChannelResource): Promise<void> {
      return upsertChannel(session, resource);
    },

    async delete(name: string): Promise<void> {
      await db.deleteFrom('channels').where('name', '=', name).execute();
    },

    /** Makes the table hold these and no others, as after a first list. */
    replaceAll(resources: readonly ChannelResource[]): Promise<void> {
      return session.atomically(async (tx) => {
        const wanted = new Set(resources.map(({ name }) => name));
        const rows = await tx.db.selectFrom('channels').select('name').execute();
        const gone = rows.map(({ name }) => name).filter((name) => !wanted.has(name));
        await Promise.all([
          ...gone.map((name) => tx.db.deleteFrom('channels').where('name', '=', name).execute()),
          ...resources.map((resource) => upsertChannel(tx, resource)),
        ]);
      });
    },

    /** Whether messages can go out through the channel, and why not. */
    async setReady(
      name: string,
      ready: boolean,
      reason: string | null,
      message: string | null,
    ): Promise<void> {
      await db
        .updateTable('channels')
        .set({ ready: flag(ready), ready_reason: reason, ready_message: message })
        .where('name', '=', name)
        .execute();
    },

    /**
     * Counts a message that the receiver took, and the alerts that it told of, and takes it off the channel's
     * allowance: the whole burst may be sent again `refillMs` later than before.
     */
    async countSent(
      name: string,
      at: number,
      { alerts, refillMs }: { readonly alerts: number; readonly refillMs: number },
    ): Promise<void> {
      await db
        .updateTable('channels')
        .set((eb) => ({
          alerts_sent: eb('alerts_sent', '+', alerts),
          last_alert_at: at,
          full_at: sql<number>`case when full_at > ${at} then full_at + ${refillMs} else ${at + refillMs} end`,
        }))
        .where('name', '=', name)
        .execute();
    },

    /** Notes how an attempt to send anything went; `error` is null when the receiver took it. */
    async noteAttempt(name: string, at: number, error: string | null): Promise<void> {
      const channel = db.updateTable('channels').where('name', '=', name);
      await (
        error === null
          ? channel.set({ consecutive_failures: 0 }).where('consecutive_failures', '>', 0)
          : channel.set((eb) => ({
              consecutive_failures: eb('consecutive_failures', '+', 1),
              last_error: error,
              last_error_at: at,
            }))
      ).execute();
    },

    /** Counts the alerts of a message that was given up. */
    async countFailed(name: string, alerts: number): Promise<void> {
      await db
        .updateTable('channels')
        .set((eb) => ({ alerts_failed: eb('alerts_failed', '+', alerts) }))
        .where('name', '=', name)
        .execute();
    },

    /** By name. */
    async list(): Promise<StoredChannel[]> {
      const rows = await withWaiting(session).orderBy('name').execute();
      return rows.map(toStoredChannel);
    },

    /** Null when there is none of that name. */
    async get(name: string): Promise<StoredChannel | null> {
      const row = await withWaiting(session).where('name', '=', name).executeTakeFirst();
      return row === undefined ? null : toStoredChannel(row);
    },
  };
}

function withWaiting({ db }: Session) {
  return db
    .selectFrom('channels')
    .selectAll('channels')
    .select((eb) =>
      eb
        .selectFrom('deliveries')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('deliveries.channel', '=', 'channels.name')
        .where('deliveries.state', '=', sql.lit('pending'))
        // A digest is no alert: those that it tells of are counted.
        .where('deliveries.event', '!=', 'digest')
        .as('waiting'),
    );
}

async function upsertChannel({ db }: Session, resource: ChannelResource): Promise<void> {
  const seen = {
    uid: resource.uid,
    generation: resource.generation,
    type: resource.type,
    spec_json: JSON.stringify(resource.spec ?? null),
  };
  await db
    .insertInto('channels')
    .values({ name: resource.name, ...seen })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(seen))
    .execute();
}

function toStoredChannel(row: Selectable<ChannelsTable> & { waiting: number | null }): StoredChannel {
  return {
    uid: row.uid,
    name: row.name,
    generation: row.generation,
    type: row.type,
    spec: fromJsonColumn(row.spec_json),
    ready: row.ready === 1,
    readyReason: row.ready_reason,
    readyMessage: row.ready_message,
    alertsSent: row.alerts_sent,
    alertsFailed: row.alerts_failed,
    lastAlertAt: row.last_alert_at,
    consecutiveFailures: row.consecutive_failures,
    lastError: row.last_error,
    lastErrorAt: row.last_error_at,
    waiting: row.waiting ?? 0,
  };
}
