import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** How many outcomes `cron_jobs.recent` keeps: the strip of a list's row. */
export const RECENT_OUTCOMES = 24;

/** What `cron_jobs.recent` is of a CronJob: `s` or `f` for each of its newest runs, newest last; null without a run. */
export function newestOutcomes(db: Kysely<Schema>, cronJobId: number): RawBuilder<string | null> {
  const newest = db
    .selectFrom('executions')
    .select(['started_at', 'id', 'outcome'])
    .where('cron_job_id', '=', cronJobId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(RECENT_OUTCOMES));
  return sql`(select string_agg(case when outcome = 'success' then 's' else 'f' end, '' order by started_at, id)
    from ${newest} as newest)`;
}
