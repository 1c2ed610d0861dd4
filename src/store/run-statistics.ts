import { type ExpressionBuilder, sql } from 'kysely';
import type { RunStatistics } from '../execution/run-statistics.ts';
import { DAY } from '../lib/duration.ts';
import type { Session } from './database.ts';
import type { Schema } from './schema.ts';

interface StatisticsRow {
  readonly finished: number | null;
  readonly succeeded: number | null;
  readonly avg_ms: number | null;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
}

/** The aggregates over a group of executions; all from the columns of one index. */
export function statisticsColumns<Tables extends Schema>(
  session: Session,
  eb: ExpressionBuilder<Tables, 'executions'>,
) {
  const succeeded = sql<
    number | null
  >`case when executions.outcome = 'success' then executions.duration_ms end`;
  return [
    eb.fn.countAll<number>().as('finished'),
    eb.fn.count<number>(succeeded).as('succeeded'),
    eb.fn.avg<number | null>(succeeded).as('avg_ms'),
    session.percentile(succeeded, 0.5).as('p50_ms'),
    session.percentile(succeeded, 0.95).as('p95_ms'),
  ] as const;
}

/** The earliest start that belongs to the window of a CronJob; `table` has its `window_days`. */
export function windowStart(table: 'page' | 'cron_jobs', now: number) {
  return sql<number>`${now} - ${sql.ref(`${table}.window_days`)} * ${sql.lit(DAY)}`;
}

/** The statistics of a group; a row of nulls is a group without a run. */
export function toRunStatistics(row: StatisticsRow | undefined): RunStatistics {
  return {
    finished: row?.finished ?? 0,
    succeeded: row?.succeeded ?? 0,
    avgDurationMs: row?.avg_ms ?? null,
    p50DurationMs: row?.p50_ms ?? null,
    p95DurationMs: row?.p95_ms ?? null,
  };
}
