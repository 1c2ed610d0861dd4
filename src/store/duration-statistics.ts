import { sql } from 'kysely';
import { DAY } from '../lib/duration.ts';
import type { Session } from './database.ts';

/** The durations of the successful runs of a span. */
export interface DurationFigures {
  readonly runs: number;
  /** In ms; null when there is no run. */
  readonly p95DurationMs: number | null;
}

/** How long runs take of late, beside how long they used to take. */
export interface RegressionFigures {
  /** Runs that started within the 24 hours before the instant. */
  readonly recent: DurationFigures;
  /** Runs that started within the days before those 24 hours. */
  readonly baseline: DurationFigures;
}

/** What the rules ask about the durations of one CronJob's runs. */
export function durationStatistics(session: Session) {
  const { db } = session;
  return {
    /**
     * The figures as of `at`: runs that ended later do not count, whenever they are asked for. One scan of an index over the days
     * asked for, 10 ms for a run every minute: ask every few minutes, not at every run.
     */
    async regressionFigures(
      cronJobId: number,
      { at, baselineDays }: { readonly at: number; readonly baselineDays: number },
    ): Promise<RegressionFigures> {
      const recentFrom = at - DAY;
      const recent = sql<number | null>`case when started_at >= ${recentFrom} then duration_ms end`;
      const baseline = sql<number | null>`case when started_at < ${recentFrom} then duration_ms end`;
      const row = await db
        .selectFrom('executions')
        .select((eb) => [
          eb.fn.count<number>(recent).as('recent_runs'),
          session.percentile(recent, 0.95).as('recent_p95_ms'),
          eb.fn.count<number>(baseline).as('baseline_runs'),
          session.percentile(baseline, 0.95).as('baseline_p95_ms'),
        ])
        .where('cron_job_id', '=', cronJobId)
        .where('started_at', '>=', recentFrom - baselineDays * DAY)
        .where('started_at', '<=', at)
        .where((eb) => eb(eb('started_at', '+', eb.ref('duration_ms')), '<=', at))
        .where('outcome', '=', 'success')
        .executeTakeFirstOrThrow();
      return {
        recent: { runs: row.recent_runs, p95DurationMs: row.recent_p95_ms },
        baseline: { runs: row.baseline_runs, p95DurationMs: row.baseline_p95_ms },
      };
    },
  };
}
