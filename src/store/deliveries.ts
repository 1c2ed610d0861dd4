import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { AlertReason, AlertType } from '../alert/alert.ts';
import type { Delivery, DeliveryEvent, MessageContext } from '../alert/delivery.ts';
import type { Session } from './database.ts';
import { fromJsonColumn } from './json-column.ts';
import type { DeliveriesTable, Schema } from './schema.ts';

/** How the receiver answered; null where no answer came. */
export interface DeliveryAnswer {
  readonly status: number | null;
  readonly latencyMs: number | null;
}

/** A row of the ledger: a delivery and how its last attempt went. */
export interface RecordedDelivery extends Delivery {
  readonly lastStatus: number | null;
  readonly lastLatencyMs: number | null;
}

const NO_ANSWER: DeliveryAnswer = { status: null, latencyMs: null };

/**
 * The queries of `deliveries`. A row is pending until it is sent or rejected, and never leaves either.
 * Whoever claims a pending row holds it until its lease ends, so that a sender that dies loses none.
 */
export function deliveries({ db, type }: Session) {
  async function settle(id: string, values: Partial<Selectable<DeliveriesTable>>): Promise<boolean> {
    const result = await db
      .updateTable('deliveries')
      .set({ ...values, leased_until: null })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .executeTakeFirst();
    return result.numUpdatedRows === 1n;
  }

  return {
    /** Writes the rows that are not there yet, in the given order, which is the order of their sending. */
    async insert(rows: readonly Delivery[]): Promise<void> {
      if (rows.length === 0) return;
      await db
        .insertInto('deliveries')
        .values(rows.map(toRow))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },

    /**
     * Takes up to `limit` due rows for `leaseMs`, the longest due first, and none of `busyChannels`; of
     * two claimers at once only one gets a row. A row waits while an earlier one of the same alert and channel is pending: a
     * recovery never overtakes its alarm.
     */
    async claimDue(
      now: number,
      limit: number,
      leaseMs: number,
      busyChannels: readonly string[] = [],
    ): Promise<RecordedDelivery[]> {
      const rows = await db
        .updateTable('deliveries')
        .set({ leased_until: now + leaseMs })
        .where('sequence', 'in', (eb) =>
          eb
            .selectFrom('deliveries as due')
            .select('due.sequence')
            .where('due.state', '=', sql.lit('pending'))
            .where('due.next_attempt_at', '<=', now)
            .where((due) => due.or([due('due.leased_until', 'is', null), due('due.leased_until', '<=', now)]))
            .$if(busyChannels.length > 0, (due) => due.where('due.channel', 'not in', busyChannels))
            .where(isNext)
            .orderBy('due.next_attempt_at')
            .orderBy('due.sequence')
            .limit(limit),
        )
        // Again on the row itself: where two claimers run at once, the second finds it leased.
        .where('state', '=', sql.lit('pending'))
        .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
        .returningAll()
        .execute();
      return rows
        .sort((a, b) => a.next_attempt_at - b.next_attempt_at || a.sequence - b.sequence)
        .map(toDelivery);
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
    async markSent(id: string, at: number, answer: DeliveryAnswer): Promise<boolean> {
      const attempts = sql<number>`attempts + 1` as unknown as number;
      return settle(id, { state: 'sent', sent_at: at, attempts, last_error: null, ...toColumns(answer) });
    },

    /** Gives the row back until `nextAttemptAt`. False likewise. */
    async reschedule(
      id: string,
      next: {
        readonly attempts: number;
        readonly nextAttemptAt: number;
        readonly error: string | null;
      } & Partial<DeliveryAnswer>,
    ): Promise<boolean> {
      return settle(id, {
        attempts: next.attempts,
        next_attempt_at: next.nextAttemptAt,
        last_error: next.error,
        ...toColumns({ ...NO_ANSWER, ...next }),
      });
    },

    /** Makes the rows of a channel that wait for another attempt due at `now`. */
    async bringForward(channel: string, now: number): Promise<void> {
      await db
        .updateTable('deliveries')
        .set({ next_attempt_at: now })
        .where('channel', '=', channel)
        .where('state', '=', 'pending')
        .where('attempts', '>', 0)
        .where('next_attempt_at', '>', now)
        .execute();
    },

    /** Gives the row up for good, with the reason. False likewise. */
    async reject(
      id: string,
      at: number,
      error: string,
      answer: DeliveryAnswer = NO_ANSWER,
    ): Promise<boolean> {
      const attempts = sql<number>`attempts + 1` as unknown as number;
      return settle(id, {
        state: 'rejected',
        attempts,
        next_attempt_at: at,
        last_error: error,
        ...toColumns(answer),
      });
    },

    /**
     * The earliest instant at which `claimDue` would find a row if nothing changed, leases considered;
     * null when nothing is pending. Rows that wait for an earlier one do not count, nor do those of
     * `busyChannels`.
     */
    async nextDueAt(busyChannels: readonly string[] = []): Promise<number | null> {
      const row = await db
        .selectFrom('deliveries as due')
        .select(
          sql<number | null>`min(case
            when due.leased_until > due.next_attempt_at then due.leased_until
            else due.next_attempt_at end)`.as('at'),
        )
        .where('due.state', '=', sql.lit('pending'))
        .$if(busyChannels.length > 0, (due) => due.where('due.channel', 'not in', busyChannels))
        .where(isNext)
        .executeTakeFirst();
      return row?.at ?? null;
    },

    /**
     * What was and will be sent about a CronJob's alerts of one type and reason: about those that are
     * open, or were until `since`. In the order of writing.
     */
    async ofCause(
      cronJobId: number,
      cause: { readonly type: AlertType; readonly reason: AlertReason },
      since: number,
    ): Promise<Pick<Delivery, 'id' | 'alertId' | 'channel' | 'event' | 'createdAt' | 'state'>[]> {
      const rows = await db
        .selectFrom('deliveries')
        .innerJoin('alerts', 'alerts.id', 'deliveries.alert_id')
        .select(['deliveries.id', 'alert_id', 'channel', 'event', 'created_at', 'state'])
        .where('cron_job_id', '=', cronJobId)
        .where('type', '=', cause.type)
        .where('reason', '=', cause.reason)
        .where((eb) => eb.or([eb('resolved_at', 'is', null), eb('resolved_at', '>=', since)]))
        .orderBy('sequence')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        alertId: row.alert_id,
        channel: row.channel,
        event: row.event as DeliveryEvent,
        createdAt: row.created_at,
        state: row.state as Delivery['state'],
      }));
    },

    /** Takes pending rows back before anybody claimed them. Answers how many could still be taken back. */
    async withdraw(ids: readonly string[], now: number): Promise<number> {
      if (ids.length === 0) return 0;
      const result = await db
        .deleteFrom('deliveries')
        .where('id', 'in', ids)
        .where('state', '=', 'pending')
        .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },

    /** All that was and will be sent of an alert, in the order of writing. */
    async ofAlert(alertId: string): Promise<RecordedDelivery[]> {
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('alert_id', '=', alertId)
        .orderBy('sequence')
        .execute();
      return rows.map(toDelivery);
    },
  };
}

/** No earlier row of the same alert and channel is pending. */
function isNext(due: ExpressionBuilder<Schema & { due: DeliveriesTable }, 'due'>) {
  return due.not(
    due.exists(
      due
        .selectFrom('deliveries as earlier')
        .select('earlier.sequence')
        .whereRef('earlier.alert_id', '=', 'due.alert_id')
        .whereRef('earlier.channel', '=', 'due.channel')
        .whereRef('earlier.sequence', '<', 'due.sequence')
        .where('earlier.state', '=', sql.lit('pending')),
    ),
  );
}

function toColumns({ status, latencyMs }: DeliveryAnswer) {
  return { last_status: status, last_latency_ms: latencyMs === null ? null : Math.round(latencyMs) };
}

function toRow(delivery: Delivery) {
  return {
    id: delivery.id,
    alert_id: delivery.alertId,
    channel: delivery.channel,
    event: delivery.event,
    context_json: JSON.stringify(delivery.context),
    created_at: delivery.createdAt,
    state: delivery.state,
    next_attempt_at: delivery.nextAttemptAt,
    attempts: delivery.attempts,
    sent_at: delivery.sentAt,
    last_error: delivery.lastError,
  };
}

function toDelivery(row: Selectable<DeliveriesTable>): RecordedDelivery {
  return {
    id: row.id,
    alertId: row.alert_id,
    channel: row.channel,
    event: row.event as DeliveryEvent,
    context: fromJsonColumn(row.context_json) as MessageContext,
    createdAt: row.created_at,
    state: row.state as Delivery['state'],
    nextAttemptAt: row.next_attempt_at,
    attempts: row.attempts,
    sentAt: row.sent_at,
    lastError: row.last_error,
    lastStatus: row.last_status,
    lastLatencyMs: row.last_latency_ms,
  };
}
