import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { Session } from './database.ts';
import type { QueryShape } from './prepared-query.ts';
import type { DeliveriesTable, Schema } from './schema.ts';

// What the outbox asks at every wake and for every message, compiled once; `deliveries.ts` says what each guarantees.

/** What became of a message at an attempt. */
export interface Settled {
  readonly state: 'sent' | 'rejected' | 'pending';
  readonly sentAt: number | null;
  /** Null to leave it as it is. */
  readonly nextAttemptAt: number | null;
}

interface SettleValues extends Settled {
  readonly id: string;
  readonly error: string | null;
  readonly tried: string;
}

/** Of a row that is pending and, where it is a digest, of its members. */
export const SETTLE: QueryShape<SettleValues, unknown> = (db, value) =>
  db
    .updateTable('deliveries')
    .set((eb) => ({
      state: value('state'),
      sent_at: value('sentAt'),
      next_attempt_at: sql<number>`coalesce(${value('nextAttemptAt')}, next_attempt_at)`,
      attempts: eb('attempts', '+', 1),
      last_error: value('error'),
      tries: sql<string>`case when tries = '' then '' else tries || ',' end || ${value('tried')}`,
      leased_until: null,
    }))
    .where((eb) => eb.or([eb('id', '=', value('id')), eb('digest_id', '=', value('id'))]))
    .where('state', '=', sql.lit('pending'));

export const QUEUES: QueryShape<{ readonly now: number }, QueueRow> = (db, value) =>
  queuesAt(db, value('now'));

interface QueueRow {
  readonly channel: string;
  readonly due: number;
  readonly shared: number;
  readonly next_due_at: number;
  readonly full_at: number | null;
  readonly last_sent_at: number | null;
}

/** By channel what is pending and not held up by an earlier row. */
export function queuesAt(db: Session['db'], now: number) {
  return db
    .selectFrom('deliveries as due')
    .leftJoin('channels', 'channels.name', 'due.channel')
    .select([
      'due.channel',
      sql<number>`sum(case when due.next_attempt_at <= ${now}
        and (due.leased_until is null or due.leased_until <= ${now}) then 1 else 0 end)`.as('due'),
      sql<number>`sum(case when due.common_cause is not null and due.event <> 'digest' then 1 else 0 end)`.as(
        'shared',
      ),
      sql<number>`min(case when due.leased_until > due.next_attempt_at then due.leased_until
        else due.next_attempt_at end)`.as('next_due_at'),
      sql<number | null>`max(channels.full_at)`.as('full_at'),
      sql<number | null>`max(channels.last_alert_at)`.as('last_sent_at'),
    ])
    .where('due.state', '=', sql.lit('pending'))
    .where('due.digest_id', 'is', null)
    .where(isNext)
    .groupBy('due.channel');
}

interface Claim {
  readonly channel: string;
  readonly now: number;
  readonly limit: number;
  /** When the lease ends. */
  readonly until: number;
}

/** The rows that are taken, in any order. */
export const CLAIM_DUE: QueryShape<Claim, Selectable<DeliveriesTable>> = (db, value) =>
  db
    .updateTable('deliveries')
    .set({ leased_until: value('until') })
    .where('sequence', 'in', (eb) =>
      eb
        .selectFrom('deliveries as due')
        .select('due.sequence')
        .where('due.channel', '=', value('channel'))
        .where('due.state', '=', sql.lit('pending'))
        .where('due.digest_id', 'is', null)
        .where('due.next_attempt_at', '<=', value('now'))
        .where((due) =>
          due.or([due('due.leased_until', 'is', null), due('due.leased_until', '<=', value('now'))]),
        )
        .where(isNext)
        .orderBy('due.next_attempt_at')
        .orderBy('due.sequence')
        .limit(value('limit')),
    )
    // Again on the row itself: where two claimers run at once, the second finds it leased.
    .where('state', '=', sql.lit('pending'))
    .where('digest_id', 'is', null)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', value('now'))]))
    .returningAll();

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
