import { type ExpressionBuilder, type JoinBuilder, sql, type SqlBool } from 'kysely';
import { NO_RUNS, type RunStatistics } from '../execution/run-statistics.ts';
import { DAY } from '../lib/duration.ts';
import type { Session } from './database.ts';
import type { Schema } from './schema.ts';

interface StatisticsRow {
  readonly finished: number;
  readonly succeeded: number;
  readonly flaky: number;
  readonly avg_ms: number | null;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  readonly p99_ms: number | null;
}

/** The aggregates over a group of executions; all from the columns of one index. */
export function statisticsColumns<Tables extends Schema>(
  session: Session,
  eb: ExpressionBuilder<Tables, 'executions'>,
) {
  const succeeded = sql<
    number | null
  >`case when executions.outcome = 'success' then executions.duration_ms end`;
  const flaky = sql`case when executions.outcome = 'success' and executions.attempt_count > 1 then 1 end`;
  return [
    eb.fn.countAll<number>().as('finished'),
    eb.fn.count<number>(succeeded).as('succeeded'),
    eb.fn.count<number>(flaky).as('flaky'),
    eb.fn.avg<number | null>(succeeded).as('avg_ms'),
    session.percentile(succeeded, 0.5).as('p50_ms'),
    session.percentile(succeeded, 0.95).as('p95_ms'),
    session.percentile(succeeded, 0.99).as('p99_ms'),
  ] as const;
}

/** Joins each CronJob with its runs that started within its own window before `now`. */
export function ownRunsSince<Tables extends Schema>(
  join: JoinBuilder<Tables, 'cron_jobs' | 'executions'>,
  now: number,
) {
  return join
    .on(sql<SqlBool>`executions.cron_job_id = cron_jobs.id`)
    .on(sql<SqlBool>`executions.started_at >= ${now} - cron_jobs.window_days * ${sql.lit(DAY)}`);
}

/** The statistics of a group; no row is a group without a run. */
export function toRunStatistics(row: StatisticsRow | undefined): RunStatistics {
  if (row === undefined) return NO_RUNS;
  return {
    finished: row.finished,
    succeeded: row.succeeded,
    flaky: row.flaky,
    avgDurationMs: row.avg_ms,
    p50DurationMs: row.p50_ms,
    p95DurationMs: row.p95_ms,
    p99DurationMs: row.p99_ms,
  };
}
