import { sql } from 'kysely';
import type { AlertReason, AlertType, Severity } from '../alert/alert.ts';
import type {
  Delivery,
  DeliveryEvent,
  HoldReason,
  OutboxMessage,
  UntoldReason,
  Why,
} from '../alert/delivery.ts';
import type { ChangedHold, HeldDelivery } from '../alert/decide-holds.ts';
import type { EarlierDelivery } from '../alert/earlier-delivery.ts';
import type { ChannelEntry, DeliveryTry, LedgerEntry, UntoldEntry } from '../alert/ledger.ts';
import { chunks } from '../lib/chunks.ts';
import { type ChannelLedgerFilter, channelLedger } from './channel-ledger.ts';
import type { Session } from './database.ts';
import { fromDelivery, fromTry, fromUntold, toLedgerEntry, toMessage } from './delivery-rows.ts';
import type { LedgerCounts } from './ledger-counts.ts';
import { CLAIM_DUE, QUEUES, queuesAt, SETTLE, type Settled } from './outbox-queries.ts';
import { ROWS_PER_STATEMENT } from './rows-per-statement.ts';

/** What a channel has to send. */
export interface ChannelQueue {
  readonly channel: string;
  /** Messages that could be claimed now. */
  readonly due: number;
  /** Messages, due or not, whose failures others may share. */
  readonly shared: number;
  /** The earliest instant at which one could be claimed if nothing changed, leases considered. */
  readonly nextDueAt: number;
  /** When the whole burst may be sent again; 0 for a channel that does not exist. */
  readonly fullAt: number;
  /** Null when it never sent anything. */
  readonly lastSentAt: number | null;
}

/**
 * The queries of `deliveries`. A row is pending until it is sent, rejected or withdrawn, and never leaves
 * any of them. Whoever claims a pending row holds it until its lease ends, so that a sender that dies loses
 * none. A row that was joined into a digest is not claimed any more: what becomes of the digest becomes of it.
 */
export function deliveries(session: Session, counts: LedgerCounts | null) {
  const { db, type, prepared } = session;

  /** What an attempt made of the row and, where it is a digest, of its members. */
  async function settle(id: string, tried: DeliveryTry, outcome: Settled): Promise<boolean> {
    const values = { id, error: tried.error, tried: fromTry(tried), ...outcome };
    const { numAffectedRows } = await db.executeQuery(prepared.bind(db, SETTLE, values));
    return numAffectedRows! > 0n;
  }

  return {
    /** Writes the rows that are not there yet, in the given order, which is the order of their sending. */
    async insert(rows: readonly Delivery[]): Promise<void> {
      if (rows.length === 0) return;
      await db
        .insertInto('deliveries')
        .values(rows.map(fromDelivery))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },

    /** Writes why channels were not told; what is there already is counted once more. */
    async insertUntold(rows: readonly UntoldEntry[]): Promise<void> {
      if (rows.length === 0) return;
      await db
        .insertInto('deliveries')
        .values(rows.map(fromUntold))
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((eb) => ({
            times: eb('deliveries.times', '+', 1),
            last_at: eb.ref('excluded.last_at'),
          })),
        )
        .execute();
    },

    /** The channels that have anything to send, but for `busyChannels`. */
    async queues(now: number, busyChannels: readonly string[] = []): Promise<ChannelQueue[]> {
      const { rows } = await db.executeQuery(
        busyChannels.length === 0
          ? prepared.bind(db, QUEUES, { now })
          : queuesAt(db, now).where('due.channel', 'not in', busyChannels).compile(),
      );
      return rows.map((row) => ({
        channel: row.channel,
        due: row.due,
        shared: row.shared,
        nextDueAt: row.next_due_at,
        fullAt: row.full_at ?? 0,
        lastSentAt: row.last_sent_at,
      }));
    },

    /**
     * Takes up to `limit` due rows of a channel for `leaseMs`, the longest due first; of two claimers at once
     * only one gets a row. A row waits while an earlier one of the same alert and channel is pending: a
     * recovery never overtakes its alarm.
     */
    async claimDue(channel: string, now: number, limit: number, leaseMs: number): Promise<OutboxMessage[]> {
      const values = { channel, now, limit, until: now + leaseMs };
      const { rows } = await db.executeQuery(prepared.bind(db, CLAIM_DUE, values));
      return rows
        .sort((a, b) => a.next_attempt_at - b.next_attempt_at || a.sequence - b.sequence)
        .map(toMessage);
    },

    /**
     * At the start of a process: ends every lease, whose holder is gone, and answers how many rows are free
     * again. None where another process may be the holder: its leases end by themselves.
     */
    async releaseLeases(): Promise<number> {
      if (type === 'postgres') return 0;
      const result = await db
        .updateTable('deliveries')
        .set({ leased_until: null })
        .where('state', '=', sql.lit('pending'))
        .where('leased_until', 'is not', null)
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },

    /** False when the row is not pending: sent or rejected before, by whoever claimed it after this lease. */
    async markSent(id: string, tried: DeliveryTry): Promise<boolean> {
      return settle(id, tried, { state: 'sent', sentAt: tried.at, nextAttemptAt: null });
    },

    /** Gives the row back until `nextAttemptAt`. False likewise. */
    async reschedule(id: string, tried: DeliveryTry, nextAttemptAt: number): Promise<boolean> {
      return settle(id, tried, { state: 'pending', sentAt: null, nextAttemptAt });
    },

    /** Makes the rows of a channel that wait for another attempt due at `now`. */
    async bringForward(channel: string, now: number): Promise<void> {
      await db
        .updateTable('deliveries')
        .set({ next_attempt_at: now })
        .where('channel', '=', channel)
        .where('state', '=', sql.lit('pending'))
        .where('attempts', '>', 0)
        .where('next_attempt_at', '>', now)
        .execute();
    },

    /** Gives the row up for good, with the reason. False likewise. */
    async reject(id: string, tried: DeliveryTry): Promise<boolean> {
      return settle(id, tried, { state: 'rejected', sentAt: null, nextAttemptAt: tried.at });
    },

    /**
     * What was decided about a CronJob's alerts of one type and reason: about those that are open, or were
     * until `since`. In the order of writing.
     */
    async ofCause(
      cronJobId: number,
      cause: { readonly type: AlertType; readonly reason: AlertReason },
      since: number,
    ): Promise<EarlierDelivery[]> {
      const rows = await db
        .selectFrom('deliveries')
        .innerJoin('alerts', 'alerts.id', 'deliveries.alert_id')
        .select(['deliveries.id', 'alert_id', 'channel', 'event', 'created_at', 'state', 'held_until'])
        .select(['deliveries.reason', 'common_cause', 'digest_id'])
        .where('cron_job_id', '=', cronJobId)
        .where('type', '=', cause.type)
        .where('alerts.reason', '=', cause.reason)
        .where((eb) => eb.or([eb('resolved_at', 'is', null), eb('resolved_at', '>=', since)]))
        .orderBy('sequence')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        alertId: row.alert_id,
        channel: row.channel,
        event: row.event as DeliveryEvent,
        createdAt: row.created_at,
        state: row.state as EarlierDelivery['state'],
        heldUntil: row.held_until,
        reason: row.reason as HoldReason | UntoldReason | null,
        commonCause: row.common_cause,
        joined: row.digest_id !== null,
      }));
    },

    /** By CronJob the messages about its alerts, those that ended too, that a rule holds back beyond `now`; oldest first. */
    async heldOf(cronJobIds: readonly number[], now: number): Promise<Map<number, HeldDelivery[]>> {
      const held = new Map<number, HeldDelivery[]>();
      for (const some of chunks(cronJobIds, ROWS_PER_STATEMENT)) {
        const rows = await heldRows(session, some, now);
        rows.sort((a, b) => a.sequence - b.sequence);
        for (const [id, ofCronJob] of Map.groupBy(rows, (row) => row.cron_job_id)) {
          held.set(id, ofCronJob.map(toHeld));
        }
      }
      return held;
    },

    /**
     * Takes pending rows back before anybody claimed or joined them; they stay in the ledger, with the reason.
     * Answers how many could still be taken back.
     */
    async withdraw(
      rows: readonly { readonly id: string; readonly why: Why }[],
      now: number,
    ): Promise<number> {
      const results = await Promise.all(
        rows.map(({ id, why }) =>
          db
            .updateTable('deliveries')
            .set({ state: 'withdrawn', reason: why.reason, note: why.note, last_at: now })
            .where('id', '=', id)
            .where('state', '=', sql.lit('pending'))
            .where('digest_id', 'is', null)
            .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
            .executeTakeFirst(),
        ),
      );
      return results.reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0);
    },

    /** Lets rows that nobody has claimed yet wait until another instant, or not any more. */
    async changeHolds(rows: readonly ChangedHold[], now: number): Promise<void> {
      await Promise.all(
        rows.map(({ id, hold }) =>
          db
            .updateTable('deliveries')
            .set({
              next_attempt_at: hold?.until ?? now,
              held_until: hold?.until ?? now,
              ...(hold === null ? {} : { reason: hold.why.reason, note: hold.why.note }),
            })
            .where('id', '=', id)
            .where('state', '=', sql.lit('pending'))
            .where('digest_id', 'is', null)
            .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
            .execute(),
        ),
      );
    },

    /** All that was decided about the channels and an alert, in the order of writing. */
    async ofAlert(alertId: string): Promise<LedgerEntry[]> {
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('alert_id', '=', alertId)
        .orderBy('sequence')
        .execute();
      return rows.map(toLedgerEntry);
    },

    /** One page of what a channel was told, is to be told and was not told, newest first, and how many match. */
    async ofChannel(filter: ChannelLedgerFilter): Promise<{ items: ChannelEntry[]; total: number }> {
      return channelLedger(session, filter, counts);
    },
  };
}

function heldRows({ db }: Session, cronJobIds: readonly number[], now: number) {
  return (
    db
      .selectFrom('deliveries')
      // Keeps SQLite from beginning with the alerts, all that the CronJobs ever had.
      .crossJoin('alerts')
      .select(['deliveries.id', 'channel', 'event', 'created_at', 'held_until', 'deliveries.reason'])
      .select(['sequence', 'cron_job_id', 'severity', 'opened_at', 'resolved_at'])
      .whereRef('alerts.id', '=', 'deliveries.alert_id')
      .where('cron_job_id', 'in', cronJobIds)
      .where('deliveries.state', '=', sql.lit('pending'))
      .where('digest_id', 'is', null)
      .where('held_until', '>', now)
      .execute()
  );
}

function toHeld(row: Awaited<ReturnType<typeof heldRows>>[number]): HeldDelivery {
  return {
    id: row.id,
    channel: row.channel,
    event: row.event as DeliveryEvent,
    createdAt: row.created_at,
    heldUntil: row.held_until,
    reason: row.reason as HoldReason | UntoldReason | null,
    alert: {
      severity: row.severity as Severity,
      openedAt: row.opened_at,
      resolvedAt: row.resolved_at,
    },
  };
}
