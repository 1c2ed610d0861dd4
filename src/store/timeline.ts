import { sql, type SqlBool } from 'kysely';
import type { Outcome } from '../execution/execution.ts';
import { chunks } from '../lib/chunks.ts';
import { DAY } from '../lib/duration.ts';
import type { EmptySlot, SkipReason } from '../slot/slot.ts';
import { chosenCronJobs, type CronJobChoice } from './chosen-cron-jobs.ts';
import type { Session } from './database.ts';
import { fromJsonColumn } from './json-column.ts';
import type { RunningRun } from './running-run.ts';

/** What the timeline needs to know of a CronJob beside its runs. */
export interface TimelineCronJob {
  readonly id: number;
  readonly namespace: string;
  readonly name: string;
  readonly schedule: string;
  readonly timeZone: string | null;
  readonly nextRunAt: number | null;
  readonly running: readonly RunningRun[];
}

/** A finished run as a mark on the timeline. */
export interface TimelineRun {
  readonly cronJobId: number;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly outcome: Outcome;
  readonly manual: boolean;
  readonly reason: string | null;
}

/** The runs of a CronJob that started in one step of a range; `step` counts from 0. */
export interface TimelineBin {
  readonly cronJobId: number;
  readonly step: number;
  readonly runs: number;
  readonly failed: number;
}

/** Slots of a CronJob that no run counts for, alike and within one step of a range. */
export interface TimelineSlots {
  readonly cronJobId: number;
  /** The first of them. */
  readonly at: number;
  readonly outcome: EmptySlot['outcome'];
  readonly reason: SkipReason | null;
  readonly slots: number;
}

/** CronJobs with the same slots. */
export interface SharedSchedule {
  readonly schedule: string;
  readonly timeZone: string | null;
  readonly nextRunAt: number;
  readonly cronJobs: number;
}

/** Their runs of a range are counted in some ms, so that other reads pass between. */
const CRON_JOBS_PER_STATEMENT = 100;

/** The queries of the timeline; each reads the ranges that it names from an index, whatever the history. */
export function timeline(session: Session) {
  const { db } = session;

  function started(ids: readonly number[], from: number, to: number) {
    return db
      .selectFrom('executions')
      .where('cron_job_id', 'in', ids)
      .where('started_at', '>=', from)
      .where('started_at', '<=', to);
  }

  /**
   * The runs that were under way in a range, in two lists: those that started more than a day before it, and then all others.
   * What ended since is in neither, so that a day of last year costs what one of today does.
   */
  function underWay(ids: readonly number[], from: number, to: number) {
    // Of the start and the duration, which stand in both indexes.
    const notOver = sql<SqlBool>`started_at + duration_ms >= ${from}`;
    const long = db
      .selectFrom('executions')
      .where('cron_job_id', 'in', ids)
      // A literal, by which the index of such runs is known.
      .where('duration_ms', '>', sql.lit(DAY))
      .where(notOver)
      // Of an expression: SQLite would else read all runs before the range.
      .where(sql<SqlBool>`started_at + 0 < ${from - DAY}`);
    const others = started(ids, from - DAY, to).where(notOver);
    return [long, others];
  }

  return {
    /** The CronJobs of these names that are not deleted, by namespace and name. */
    async cronJobs(
      names: readonly { readonly namespace: string; readonly name: string }[],
    ): Promise<TimelineCronJob[]> {
      const rows = await db
        .selectFrom('cron_jobs')
        .select(['id', 'namespace', 'name', 'schedule', 'time_zone', 'next_run_at', 'running_json'])
        .where('deleted_at', 'is', null)
        .where((eb) =>
          eb.or(
            names.map(({ namespace, name }) =>
              eb.and([eb('namespace', '=', namespace), eb('name', '=', name)]),
            ),
          ),
        )
        .orderBy('namespace')
        .orderBy('name')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        namespace: row.namespace,
        name: row.name,
        schedule: row.schedule,
        timeZone: row.time_zone,
        nextRunAt: row.next_run_at,
        running: fromJsonColumn(row.running_json) as RunningRun[],
      }));
    },

    /** How many runs each CronJob had that were under way between the two instants; none is left out. */
    async counts(ids: readonly number[], from: number, to: number): Promise<ReadonlyMap<number, number>> {
      const found = await Promise.all(
        underWay(ids, from, to).map((runs) =>
          runs
            .select(({ fn }) => ['cron_job_id', fn.countAll<number>().as('runs')])
            .groupBy('cron_job_id')
            .execute(),
        ),
      );
      const counts = new Map<number, number>();
      for (const row of found.flat())
        counts.set(row.cron_job_id, (counts.get(row.cron_job_id) ?? 0) + row.runs);
      return counts;
    },

    /** The runs that were under way between the two instants, by start. */
    async runs(ids: readonly number[], from: number, to: number): Promise<TimelineRun[]> {
      const found = await Promise.all(
        underWay(ids, from, to).map((runs) =>
          runs
            .select(['cron_job_id', 'started_at', 'duration_ms', 'outcome', 'manual', 'reason'])
            .select('telling_reason')
            .orderBy('started_at')
            .orderBy('id')
            .execute(),
        ),
      );
      return found.flat().map((row) => ({
        cronJobId: row.cron_job_id,
        startedAt: row.started_at,
        durationMs: row.duration_ms,
        outcome: row.outcome as Outcome,
        manual: row.manual === 1,
        // The attempt's own where it says more than the Job's.
        reason: row.telling_reason ?? row.reason,
      }));
    },

    /** The runs that started between the two instants, counted by steps of `stepMs`; steps without one are left out. */
    async bins(ids: readonly number[], from: number, to: number, stepMs: number): Promise<TimelineBin[]> {
      const rows = await started(ids, from, to)
        .select('cron_job_id')
        .select(stepColumns(from, stepMs))
        .groupBy(['cron_job_id', 'step'])
        .orderBy('step')
        .execute();
      return rows.map((row) => ({
        cronJobId: row.cron_job_id,
        step: row.step,
        runs: row.runs,
        failed: row.failed,
      }));
    },

    /** The slots between the two instants that no run counts for, those alike in one step together, by time. */
    async emptySlots(
      ids: readonly number[],
      from: number,
      to: number,
      stepMs: number,
    ): Promise<TimelineSlots[]> {
      const rows = await db
        .selectFrom('slots')
        .where('cron_job_id', 'in', ids)
        .where('slot_at', '>=', from)
        .where('slot_at', '<=', to)
        // A run that started after all counts before what was thought of its slot.
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('executions')
                .select('executions.id')
                .whereRef('executions.cron_job_id', '=', 'slots.cron_job_id')
                .whereRef('executions.scheduled_for', '=', 'slots.slot_at'),
            ),
          ),
        )
        .select(({ fn }) => [
          'cron_job_id',
          'outcome',
          'reason',
          sql<number>`(slot_at - ${sql.lit(from)}) / ${sql.lit(stepMs)}`.as('step'),
          fn.min('slot_at').as('at'),
          fn.countAll<number>().as('slots'),
        ])
        .groupBy(['cron_job_id', 'step', 'outcome', 'reason'])
        .orderBy('at')
        .execute();
      return rows.map((row) => ({
        cronJobId: row.cron_job_id,
        at: row.at,
        outcome: row.outcome as EmptySlot['outcome'],
        reason: row.reason as SkipReason | null,
        slots: row.slots,
      }));
    },

    /** The runs of all CronJobs of the filter that started between the two instants, counted by steps. */
    async density(
      filter: CronJobChoice,
      from: number,
      to: number,
      stepMs: number,
    ): Promise<{ step: number; runs: number; failed: number }[]> {
      const chosen = await chosenCronJobs(
        db.selectFrom('cron_jobs').select('cron_jobs.id').where('deleted_at', 'is', null),
        filter,
      ).execute();
      const steps = new Map<number, { step: number; runs: number; failed: number }>();
      for (const some of chunks(chosen, CRON_JOBS_PER_STATEMENT)) {
        const ids = some.map(({ id }) => id);
        const rows = await started(ids, from, to).select(stepColumns(from, stepMs)).groupBy('step').execute();
        for (const { step, runs, failed } of rows) {
          const before = steps.get(step) ?? { runs: 0, failed: 0 };
          steps.set(step, { step, runs: before.runs + runs, failed: before.failed + failed });
        }
      }
      return [...steps.values()].sort((a, b) => a.step - b.step);
    },

    /** The schedules of the CronJobs of the filter that have a next slot; those that are alike are told once. */
    async schedules(filter: CronJobChoice): Promise<SharedSchedule[]> {
      const rows = await chosenCronJobs(db.selectFrom('cron_jobs').where('deleted_at', 'is', null), filter)
        .where('next_run_at', 'is not', null)
        .select(({ fn }) => ['schedule', 'time_zone', 'next_run_at', fn.countAll<number>().as('cron_jobs')])
        .groupBy(['schedule', 'time_zone', 'next_run_at'])
        .execute();
      return rows.map((row) => ({
        schedule: row.schedule,
        timeZone: row.time_zone,
        nextRunAt: row.next_run_at!,
        cronJobs: row.cron_jobs,
      }));
    },
  };
}

/** Literals: bound as parameters they would be reals, and the quotient no whole step. */
function stepColumns(from: number, stepMs: number) {
  return [
    sql<number>`(executions.started_at - ${sql.lit(from)}) / ${sql.lit(stepMs)}`.as('step'),
    sql<number>`count(*)`.as('runs'),
    sql<number>`sum(case when executions.outcome = 'failed' then 1 else 0 end)`.as('failed'),
  ] as const;
}
