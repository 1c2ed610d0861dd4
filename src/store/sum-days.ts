import { type Selectable, sql } from 'kysely';
import { chunks } from '../lib/chunks.ts';
import { DAY } from '../lib/duration.ts';
import type { Session } from './database.ts';
import { ROWS_PER_STATEMENT } from './rows-per-statement.ts';
import { statisticsColumns } from './run-statistics.ts';
import type { DailyStatsTable, ExecutionsTable } from './schema.ts';

/** The UTC day of an instant: whole days since 1970-01-01. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY);
}

/**
 * Sums up the days of a CronJob before `end` whose runs are not all in the sums yet. A day is summed from its runs
 * as a whole, so that a run which is recorded days later counts as any other. Pruned days stay as they are.
 */
export async function sumDays(tx: Session, cronJobId: number, end: number): Promise<void> {
  const cronJob = await tx.db
    .selectFrom('cron_jobs')
    .select('unsummed_from')
    .where('id', '=', cronJobId)
    .executeTakeFirst();
  const from = cronJob?.unsummed_from ?? null;
  if (from === null || dayOf(from) >= end) return;
  const [days, pruned] = await Promise.all([
    daysOfRuns(tx, cronJobId, dayOf(from), end),
    prunedDays(tx, cronJobId, dayOf(from), end),
  ]);
  await writeDays(
    tx,
    days.filter(({ day }) => !pruned.has(day)),
  );
  await tx.db
    .updateTable('cron_jobs')
    .set((eb) => ({
      unsummed_from: eb
        .selectFrom('executions')
        .select(({ fn }) => fn.min<number | null>('started_at').as('from'))
        .where('cron_job_id', '=', cronJobId)
        .where('started_at', '>=', end * DAY),
    }))
    .where('id', '=', cronJobId)
    .execute();
}

/** The runs of each day that has any, from the day `first` to the one before `end`. */
export async function daysOfRuns(
  session: Session,
  cronJobId: number,
  first: number,
  end: number,
): Promise<DailyStatsTable[]> {
  const rows = await session.db
    .selectFrom('executions')
    // A literal: bound as a parameter it would be a real, and the quotient no whole day.
    .select(sql<number>`started_at / ${sql.lit(DAY)}`.as('day'))
    .select((eb) => [
      ...statisticsColumns(session, eb),
      eb.fn.sum<number>('manual').as('manual'),
      sql<number>`coalesce(sum(case when outcome = 'success' then duration_ms end), 0)`.as('duration_sum_ms'),
    ])
    .where('cron_job_id', '=', cronJobId)
    .where('started_at', '>=', first * DAY)
    .where('started_at', '<', end * DAY)
    .groupBy('day')
    .execute();
  return rows.map((row) => ({
    cron_job_id: cronJobId,
    day: row.day,
    runs: row.finished,
    succeeded: row.succeeded,
    manual: row.manual,
    flaky: row.flaky,
    duration_sum_ms: row.duration_sum_ms,
    p50_ms: row.p50_ms,
    p95_ms: row.p95_ms,
    p99_ms: row.p99_ms,
    pruned: 0,
  }));
}

type Run = Pick<
  Selectable<ExecutionsTable>,
  'cron_job_id' | 'started_at' | 'outcome' | 'manual' | 'attempt_count' | 'duration_ms'
>;

/**
 * Puts runs into the sums of their days, in the transaction that is about to delete them. The percentiles of a
 * day become those of all its runs before the first of them goes, and stay so.
 */
export async function keepDaysOf(tx: Session, executionIds: readonly number[]): Promise<void> {
  const runs = await tx.db
    .selectFrom('executions')
    .select(['cron_job_id', 'started_at', 'outcome', 'manual', 'attempt_count', 'duration_ms'])
    .where('id', 'in', [...executionIds])
    .execute();
  const byCronJob = Map.groupBy(runs, (run) => run.cron_job_id);
  // Together, so that many CronJobs take no more round trips than one.
  await Promise.all(
    [...byCronJob].map(([cronJobId, ofCronJob]) =>
      keepDays(
        tx,
        cronJobId,
        Map.groupBy(ofCronJob, (run) => dayOf(run.started_at)),
      ),
    ),
  );
}

async function keepDays(
  tx: Session,
  cronJobId: number,
  going: ReadonlyMap<number, readonly Run[]>,
): Promise<void> {
  await sumDays(tx, cronJobId, Math.max(...going.keys()) + 1);
  const rows = await tx.db
    .selectFrom('daily_stats')
    .selectAll()
    .where('cron_job_id', '=', cronJobId)
    .where('day', 'in', [...going.keys()])
    .execute();
  await writeDays(
    tx,
    rows.map((row) => addGone(row, going.get(row.day)!)),
  );
}

function addGone(row: DailyStatsTable, runs: readonly Run[]): DailyStatsTable {
  const before = row.pruned === 1 ? row : { runs: 0, succeeded: 0, manual: 0, flaky: 0, duration_sum_ms: 0 };
  const succeeded = runs.filter(({ outcome }) => outcome === 'success');
  return {
    ...row,
    runs: before.runs + runs.length,
    succeeded: before.succeeded + succeeded.length,
    manual: before.manual + runs.filter(({ manual }) => manual === 1).length,
    flaky: before.flaky + succeeded.filter((run) => run.attempt_count > 1).length,
    duration_sum_ms: succeeded.reduce((sum, run) => sum + run.duration_ms, before.duration_sum_ms),
    pruned: 1,
  };
}

/** The sums of the pruned days from the day `first` to the one before `end`, by day. */
export async function prunedDays(
  { db }: Session,
  cronJobId: number,
  first: number,
  end: number,
): Promise<ReadonlyMap<number, DailyStatsTable>> {
  const rows = await db
    .selectFrom('daily_stats')
    .selectAll()
    .where('cron_job_id', '=', cronJobId)
    .where('day', '>=', first)
    .where('day', '<', end)
    .where('pruned', '=', 1)
    .execute();
  return new Map(rows.map((row) => [row.day, row]));
}

async function writeDays({ db }: Session, days: readonly DailyStatsTable[]): Promise<void> {
  for (const some of chunks(days, ROWS_PER_STATEMENT)) {
    await db
      .insertInto('daily_stats')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['cron_job_id', 'day']).doUpdateSet((eb) => ({
          runs: eb.ref('excluded.runs'),
          succeeded: eb.ref('excluded.succeeded'),
          manual: eb.ref('excluded.manual'),
          flaky: eb.ref('excluded.flaky'),
          duration_sum_ms: eb.ref('excluded.duration_sum_ms'),
          p50_ms: eb.ref('excluded.p50_ms'),
          p95_ms: eb.ref('excluded.p95_ms'),
          p99_ms: eb.ref('excluded.p99_ms'),
          pruned: eb.ref('excluded.pruned'),
        })),
      )
      .execute();
  }
}
