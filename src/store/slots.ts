import { type Selectable, sql } from 'kysely';
import {
  type DecidedSlot,
  type EmptySlot,
  LATE_AFTER_MS,
  outcomeOfRun,
  type SkipReason,
  type SlotTotals,
} from '../slot/slot.ts';
import { chunks } from '../lib/chunks.ts';
import type { Session } from './database.ts';
import { raiseHistoryRevision } from './history-revision.ts';
import type { QueryShape } from './prepared-query.ts';
import { ROWS_PER_STATEMENT } from './rows-per-statement.ts';
import type { SlotsTable } from './schema.ts';

/** Slots, both ends included, in ms. */
export interface SlotRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The queries of `slots`, which holds the slots that no run counts for, and of slots altogether: those with
 * a run are the executions' own.
 */
export function slots(session: Session) {
  const { db } = session;
  return {
    /** Keeps the slots. One that is there already is judged anew. */
    async insert(cronJobId: number, judged: readonly EmptySlot[]): Promise<void> {
      await session.atomically(async (tx) => {
        for (const some of chunks(judged, ROWS_PER_STATEMENT)) {
          await keepRows(
            tx,
            some.map((slot) => toRow(cronJobId, slot)),
          );
        }
        if (judged.length > 0) await raiseHistoryRevision(tx, cronJobId, judged.length);
      });
    },

    /** Forgets slots for which a run started after all. */
    async remove(cronJobId: number, at: readonly number[]): Promise<void> {
      if (at.length === 0) return;
      await session.atomically(async (tx) => {
        await Promise.all([
          tx.db
            .deleteFrom('slots')
            .where('cron_job_id', '=', cronJobId)
            .where('slot_at', 'in', [...at])
            .execute(),
          raiseHistoryRevision(tx, cronJobId, at.length),
        ]);
      });
    },

    /** The slots in [from, to] that were judged to be without a run, newest first, at most `limit`. */
    async list(
      cronJobId: number,
      { from, to, limit }: SlotRange & { readonly limit: number },
    ): Promise<EmptySlot[]> {
      const values = { id: cronJobId, from, to, limit };
      const { rows } = await db.executeQuery(session.prepared.bind(db, LIST, values));
      return rows.map(toEmptySlot);
    },

    /**
     * The slots that have an outcome, newest first, at most `limit`. Those whose run is still under way are
     * not among them: the CronJob's row has these.
     */
    async decided(cronJobId: number, { from, to }: SlotRange, limit: number): Promise<DecidedSlot[]> {
      const [empty, runs] = await Promise.all([
        emptySlots(session, cronJobId, { from, to })
          .selectAll()
          .orderBy('slot_at', 'desc')
          .limit(limit)
          .execute(),
        runsOfSlots(session, cronJobId, { from, to })
          .select(['job_uid', 'job_name', 'scheduled_for', 'started_at'])
          .orderBy('scheduled_for', 'desc')
          .orderBy('started_at', 'desc')
          .limit(limit)
          .execute(),
      ]);
      // Of two runs for one slot, as after a recreation, the first one counts: it is the last to be put in.
      const bySlot = new Map(
        [...empty.map(fromEmpty), ...runs.map(fromRun)].map((slot) => [slot.at, slot] as const),
      );
      return [...bySlot.values()].sort((a, b) => b.at - a.at).slice(0, limit);
    },

    /** How many slots came to which outcome; those whose run is still under way are left out. */
    async totals(cronJobId: number, range: SlotRange): Promise<SlotTotals> {
      const [empty, runs] = await Promise.all([
        emptySlots(session, cronJobId, range)
          .select(({ fn }) => ['outcome', fn.countAll<number>().as('slots')])
          .groupBy('outcome')
          .execute(),
        db
          .selectFrom(
            runsOfSlots(session, cronJobId, range)
              .select(({ fn }) => ['scheduled_for', fn.min('started_at').as('started_at')])
              .groupBy('scheduled_for')
              .as('first'),
          )
          .select(({ fn }) => [
            fn.countAll<number>().as('started'),
            sql<
              number | null
            >`sum(case when started_at - scheduled_for > ${sql.lit(LATE_AFTER_MS)} then 1 else 0 end)`.as(
              'late',
            ),
          ])
          .executeTakeFirstOrThrow(),
      ]);
      const late = runs.late ?? 0;
      const count = (outcome: string) => empty.find((each) => each.outcome === outcome)?.slots ?? 0;
      return { ran: runs.started - late, late, skipped: count('skipped'), unknown: count('unknown') };
    },

    /** The first slot at or after an instant that has an outcome; null when none has. */
    async firstDecided(cronJobId: number, from: number): Promise<number | null> {
      const [empty, run] = await Promise.all([
        judgedSlots(db, cronJobId, { from })
          .select('slot_at as at')
          .orderBy('slot_at')
          .limit(1)
          .executeTakeFirst(),
        runsOfSlots(session, cronJobId, { from })
          .select('scheduled_for as at')
          .orderBy('scheduled_for')
          .limit(1)
          .executeTakeFirst(),
      ]);
      const found = [empty, run].flatMap((row) => row?.at ?? []);
      return found.length === 0 ? null : Math.min(...found);
    },
  };
}

async function keepRows({ db }: Session, rows: readonly Selectable<SlotsTable>[]): Promise<void> {
  await db
    .insertInto('slots')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['cron_job_id', 'slot_at']).doUpdateSet((eb) => ({
        outcome: eb.ref('excluded.outcome'),
        reason: eb.ref('excluded.reason'),
        message: eb.ref('excluded.message'),
      })),
    )
    .execute();
}

const LIST: QueryShape<
  SlotRange & { readonly id: number; readonly limit: number },
  Selectable<SlotsTable>
> = (db, value) =>
  judgedSlots(db, value('id'), { from: value('from'), to: value('to') })
    .selectAll()
    .orderBy('slot_at', 'desc')
    .limit(value('limit'));

/** Without `to` it has no end. */
type OpenRange = Pick<SlotRange, 'from'> & Partial<SlotRange>;

function judgedSlots(db: Session['db'], cronJobId: number, { from, to }: OpenRange) {
  const later = db.selectFrom('slots').where('cron_job_id', '=', cronJobId).where('slot_at', '>=', from);
  return to === undefined ? later : later.where('slot_at', '<=', to);
}

/** A run counts before whatever was thought of its slot when none had started yet. */
function emptySlots({ db }: Session, cronJobId: number, range: SlotRange) {
  return judgedSlots(db, cronJobId, range).where((eb) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom('executions')
          .select('executions.id')
          .whereRef('executions.cron_job_id', '=', 'slots.cron_job_id')
          .whereRef('executions.scheduled_for', '=', 'slots.slot_at'),
      ),
    ),
  );
}

function runsOfSlots({ db }: Session, cronJobId: number, { from, to }: OpenRange) {
  const later = db
    .selectFrom('executions')
    .where('cron_job_id', '=', cronJobId)
    .where('scheduled_for', '>=', from);
  return to === undefined ? later : later.where('scheduled_for', '<=', to);
}

function toRow(cronJobId: number, { at, outcome, reason, message }: EmptySlot): Selectable<SlotsTable> {
  return { cron_job_id: cronJobId, slot_at: at, outcome, reason, message };
}

function toEmptySlot(row: Selectable<SlotsTable>): EmptySlot {
  return {
    at: row.slot_at,
    outcome: row.outcome as EmptySlot['outcome'],
    reason: row.reason as SkipReason | null,
    message: row.message,
  };
}

function fromEmpty(row: Selectable<SlotsTable>): DecidedSlot {
  return { ...toEmptySlot(row), run: null };
}

function fromRun(row: {
  readonly job_uid: string;
  readonly job_name: string;
  readonly scheduled_for: number | null;
  readonly started_at: number;
}): DecidedSlot {
  const at = row.scheduled_for!;
  const run = { jobUid: row.job_uid, jobName: row.job_name, startedAt: row.started_at };
  return { at, outcome: outcomeOfRun(at, run.startedAt), reason: null, message: null, run };
}
