import { sql } from 'kysely';
import { NO_RUNS, type RunStatistics } from '../execution/run-statistics.ts';
import { DAY } from '../lib/duration.ts';
import type { Session } from './database.ts';
import { type PastMemory, pastStatistics } from './past-statistics.ts';
import type { DailyStatsTable } from './schema.ts';
import { dayOf, daysOfRuns, prunedDays, sumDays } from './sum-days.ts';

/** The runs that started on one UTC day, and the slots of the day that stayed without one. */
export interface DayStatistics extends RunStatistics {
  /** Whole days since 1970-01-01. */
  readonly day: number;
  /** Started by hand. */
  readonly manual: number;
  /** Slots without a run that nothing excuses: those that an SLA counts as missed, outside of maintenance. */
  readonly missed: number;
}

/** One CronJob by UTC day. Days that are over are summed up once, and their sums outlive the runs. */
export function dailyStatistics(session: Session, memory: PastMemory | null) {
  const { db } = session;

  /** The days before `end`, their sums brought up to date. */
  async function daysBefore(cronJobId: number, first: number, end: number): Promise<DailyStatsTable[]> {
    const cronJob = await db
      .selectFrom('cron_jobs')
      .select('unsummed_from')
      .where('id', '=', cronJobId)
      .executeTakeFirst();
    const from = cronJob?.unsummed_from ?? null;
    if (from !== null && dayOf(from) < end) await session.atomically((tx) => sumDays(tx, cronJobId, end));
    return db
      .selectFrom('daily_stats')
      .selectAll()
      .where('cron_job_id', '=', cronJobId)
      .where('day', '>=', first)
      .where('day', '<', end)
      .where('pruned', '=', 0)
      .execute();
  }

  /** Pruned days: what is gone and what is left. */
  async function partlyGoneDays(cronJobId: number, first: number, end: number): Promise<DailyStatsTable[]> {
    const gone = await prunedDays(session, cronJobId, first, end);
    if (gone.size === 0) return [];
    const days = [...gone.keys()];
    const left = await daysOfRuns(session, cronJobId, Math.min(...days), Math.max(...days) + 1);
    const leftByDay = new Map(left.map((row) => [row.day, row]));
    return [...gone.values()].map((row) => addLeft(row, leftByDay.get(row.day)));
  }

  async function missedByDay(cronJobId: number, first: number, last: number): Promise<Map<number, number>> {
    const rows = await db
      .selectFrom('slots')
      // A literal: bound as a parameter it would be a real, and the quotient no whole day.
      .select(sql<number>`slot_at / ${sql.lit(DAY)}`.as('day'))
      .select(({ fn }) => fn.countAll<number>().as('missed'))
      .where('cron_job_id', '=', cronJobId)
      .where('slot_at', '>=', first * DAY)
      .where('slot_at', '<', (last + 1) * DAY)
      .where('outcome', '=', 'skipped')
      .where('reason', '!=', 'Suspended')
      .groupBy('day')
      .execute();
    return new Map(rows.map((row) => [row.day, row.missed]));
  }

  return {
    /**
     * The days from `first` to `last`, both included, oldest first; a day without a run and a missed slot is left
     * out. The last day is the one that is not over yet.
     */
    async ofDays(cronJobId: number, first: number, last: number): Promise<DayStatistics[]> {
      const [over, ofLast, gone, missed] = await Promise.all([
        daysBefore(cronJobId, first, last),
        daysOfRuns(session, cronJobId, last, last + 1),
        partlyGoneDays(cronJobId, first, last + 1),
        missedByDay(cronJobId, first, last),
      ]);
      const days = [...over, ...ofLast, ...gone].map(toDayStatistics);
      const byDay = new Map(days.map((each) => [each.day, each]));
      for (const [day, count] of missed) {
        byDay.set(day, { ...(byDay.get(day) ?? { ...NO_DAY, day }), missed: count });
      }
      return [...byDay.values()].sort((a, b) => a.day - b.day);
    },

    /** The runs that started at `from` or later and earlier than `before`, taken together. */
    between(cronJobId: number, from: number, before: number): Promise<RunStatistics> {
      return pastStatistics(session, memory, { cronJobId, from, before });
    },
  };
}

const NO_DAY = { ...NO_RUNS, manual: 0, missed: 0 };

function addLeft(gone: DailyStatsTable, left: DailyStatsTable | undefined): DailyStatsTable {
  if (left === undefined) return gone;
  return {
    ...gone,
    runs: gone.runs + left.runs,
    succeeded: gone.succeeded + left.succeeded,
    manual: gone.manual + left.manual,
    flaky: gone.flaky + left.flaky,
    duration_sum_ms: gone.duration_sum_ms + left.duration_sum_ms,
    p50_ms: gone.p50_ms ?? left.p50_ms,
    p95_ms: gone.p95_ms ?? left.p95_ms,
    p99_ms: gone.p99_ms ?? left.p99_ms,
  };
}

function toDayStatistics(row: DailyStatsTable): DayStatistics {
  return {
    day: row.day,
    finished: row.runs,
    succeeded: row.succeeded,
    flaky: row.flaky,
    manual: row.manual,
    missed: 0,
    avgDurationMs: row.succeeded === 0 ? null : row.duration_sum_ms / row.succeeded,
    p50DurationMs: row.p50_ms,
    p95DurationMs: row.p95_ms,
    p99DurationMs: row.p99_ms,
  };
}
