import { sql, type SqlBool } from 'kysely';
import type { RunStatistics } from '../execution/run-statistics.ts';
import { DAY, MINUTE } from '../lib/duration.ts';
import type { Session } from './database.ts';
import { type WindowMemory, type WindowStatistics, windowStatistics } from './window-statistics.ts';

/** The statistics of all runs of a monitor's CronJobs, each CronJob in its own window. */
export interface MonitorStatistics extends RunStatistics {
  /**
   * What share of each window, from its end, the percentiles are taken from: 1 unless the monitor has too many
   * runs to sort them all for an answer.
   */
  readonly percentileShare: number;
  /** While nothing is recorded the statistics stay the same at any later instant before this. */
  readonly holdUntil: number;
}

/** What can be added up of runs without reading them: no percentiles. */
export interface MonitorSums {
  readonly finished: number;
  readonly succeeded: number;
  readonly flaky: number;
  /** Over successful runs; null without any. */
  readonly avgDurationMs: number | null;
  /** While nothing is recorded they stay the same at any later instant before this. */
  readonly holdUntil: number;
}

/** Sorted in 20 ms. */
const MOST_SORTED_RUNS = 50_000;

/** Adds up what is known of the members; percentiles cannot be added, and are taken from runs anew. */
export async function monitorStatistics(
  session: Session,
  memory: WindowMemory | null,
  monitorId: number,
  now: number,
): Promise<MonitorStatistics> {
  const members = await session.db
    .selectFrom('monitor_cron_jobs')
    .innerJoin('cron_jobs', 'cron_jobs.id', 'monitor_cron_jobs.cron_job_id')
    .select(['cron_jobs.id', 'history_revision', 'window_days'])
    .where('monitor_cron_jobs.monitor_id', '=', monitorId)
    .where('cron_jobs.deleted_at', 'is', null)
    .execute();
  const sums = addUp([...(await windowStatistics(session, memory, members, now)).values()]);
  const percentileShare = Math.min(1, MOST_SORTED_RUNS / sums.finished);
  return {
    ...sums,
    ...(await percentiles(session, monitorId, percentileShare, now)),
    percentileShare,
    holdUntil: Math.min(sums.holdUntil, percentileShare === 1 ? Infinity : now + MINUTE),
  };
}

/** The sums of every monitor by its id; a monitor without CronJobs has none. Each CronJob's window is read once. */
export async function monitorSums(
  session: Session,
  memory: WindowMemory | null,
  now: number,
): Promise<ReadonlyMap<number, MonitorSums>> {
  const members = await session.db
    .selectFrom('monitor_cron_jobs')
    .innerJoin('cron_jobs', 'cron_jobs.id', 'monitor_cron_jobs.cron_job_id')
    .select(['monitor_id', 'cron_jobs.id', 'history_revision', 'window_days'])
    .where('cron_jobs.deleted_at', 'is', null)
    .execute();
  const owners = new Map(members.map((member) => [member.id, member]));
  const windows = await windowStatistics(session, memory, [...owners.values()], now);
  const sums = new Map<number, MonitorSums>();
  for (const [monitorId, each] of Map.groupBy(members, (member) => member.monitor_id)) {
    sums.set(monitorId, addUp(each.map(({ id }) => windows.get(id)!)));
  }
  return sums;
}

function addUp(windows: readonly WindowStatistics[]): MonitorSums {
  const sum = (of: (statistics: RunStatistics) => number): number =>
    windows.reduce((total, { statistics }) => total + of(statistics), 0);
  const succeeded = sum((each) => each.succeeded);
  const durationMs = sum((each) => (each.avgDurationMs ?? 0) * each.succeeded);
  return {
    finished: sum((each) => each.finished),
    succeeded,
    flaky: sum((each) => each.flaky),
    avgDurationMs: succeeded === 0 ? null : durationMs / succeeded,
    holdUntil: windows.reduce((earliest, { holdUntil }) => Math.min(earliest, holdUntil), Infinity),
  };
}

async function percentiles(
  session: Session,
  monitorId: number,
  share: number,
  now: number,
): Promise<Pick<RunStatistics, 'p50DurationMs' | 'p95DurationMs' | 'p99DurationMs'>> {
  const partOfDay = sql.lit(Math.round(DAY * share));
  const row = await session.db
    .selectFrom('monitor_cron_jobs')
    .innerJoin('cron_jobs', 'cron_jobs.id', 'monitor_cron_jobs.cron_job_id')
    .innerJoin('executions', 'executions.cron_job_id', 'cron_jobs.id')
    .select((eb) => [
      session.percentile(eb.ref('duration_ms'), 0.5).as('p50DurationMs'),
      session.percentile(eb.ref('duration_ms'), 0.95).as('p95DurationMs'),
      session.percentile(eb.ref('duration_ms'), 0.99).as('p99DurationMs'),
    ])
    .where('monitor_cron_jobs.monitor_id', '=', monitorId)
    .where('cron_jobs.deleted_at', 'is', null)
    .where(sql<SqlBool>`executions.started_at >= ${now} - cron_jobs.window_days * ${partOfDay}`)
    .where('executions.outcome', '=', 'success')
    .executeTakeFirstOrThrow();
  return row;
}
