// A long history, written in bulk past the store: recording ten million runs one by one takes half an hour.
import { DatabaseSync } from 'node:sqlite';
import { DAY, MINUTE } from '../src/lib/duration.ts';

export interface BulkHistory {
  /** Ids of the CronJobs, which take turns. */
  readonly cronJobIds: readonly number[];
  /** How many runs, the first of them `days` before `now`, the last now. */
  readonly runs: number;
  readonly days: number;
  readonly now: number;
}

/**
 * Writes runs into the database file of a store that nobody else writes to meanwhile, in the order of their starts
 * as they would have been recorded, with what their CronJobs' rows would say of them. The indexes are dropped before
 * and made anew afterwards.
 */
export function writeHistory(path: string, { cronJobIds, runs, days, now }: BulkHistory): void {
  const database = new DatabaseSync(path);
  try {
    database.exec('pragma synchronous = off; pragma temp_store = memory; pragma cache_size = -500000');
    const indexes = database
      .prepare(
        "select name, sql from sqlite_master where type = 'index' and tbl_name = 'executions' and sql is not null",
      )
      .all() as { name: string; sql: string }[];
    for (const { name } of indexes) database.exec(`drop index ${name}`);
    const [first = 1] = cronJobIds;
    const from = now - days * DAY;
    database.exec(`
      insert into executions (cron_job_id, job_uid, job_name, outcome, reason, manual, scheduled_for, started_at,
        completed_at, duration_ms, exit_code, attempt_count, observed_at)
      with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < ${runs})
      select ${first} + n % ${cronJobIds.length},
        printf('%08x-%04x-4000-8000-%012x', n * 2654435761 % 4294967296, n % 65536, n),
        printf('job-%d-%d', n % ${cronJobIds.length}, (${from} + n * ${days * DAY} / ${runs}) / ${MINUTE}),
        case when n % 50 = 0 then 'failed' else 'success' end,
        case when n % 50 = 0 then 'BackoffLimitExceeded' end,
        0, ${from} + n * ${days * DAY} / ${runs}, ${from} + n * ${days * DAY} / ${runs} + 1000,
        ${from} + n * ${days * DAY} / ${runs} + 2000 + n * 7919 % 90000, 1000 + n * 7919 % 90000,
        case when n % 50 = 0 then 1 else 0 end, 1, ${now}
      from numbers`);
    for (const { sql } of indexes) database.exec(sql);
    database.exec(`
      update cron_jobs set execution_count = counted.runs, history_revision = history_revision + counted.runs,
        last_run_at = counted.last, recent = 'ssssssssssssssssssssssss', unsummed_from = counted.first
      from (select cron_job_id, count(*) as runs, min(started_at) as first, max(started_at) as last
        from executions group by cron_job_id) as counted
      where counted.cron_job_id = cron_jobs.id`);
    database.exec('pragma wal_checkpoint(truncate)');
  } finally {
    database.close();
  }
}
