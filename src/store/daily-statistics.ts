import { sql } from 'kysely';
import type { RunStatistics } from '../execution/run-statistics.ts';
import { DAY } from '../lib/duration.ts';
import type { Session } from './database.ts';
import { statisticsColumns, toRunStatistics } from './run-statistics.ts';

/** The runs that started on one UTC day. */
export interface DayStatistics extends RunStatistics {
  /** Whole days since 1970-01-01. */
  readonly day: number;
}

/** The statistics of one CronJob's runs by the UTC day of their start, read from one index. */
export function dailyStatistics(session: Session) {
  const { db } = session;

  function startedWithin(cronJobId: number, from: number, before: number) {
    return db
      .selectFrom('executions')
      .where('cron_job_id', '=', cronJobId)
      .where('started_at', '>=', from)
      .where('started_at', '<', before);
  }

  return {
    /** The days from `first` to `last`, both included, oldest first; a day without a run is left out. */
    async ofDays(cronJobId: number, first: number, last: number): Promise<DayStatistics[]> {
      const rows = await startedWithin(cronJobId, first * DAY, (last + 1) * DAY)
        // A literal: bound as a parameter it would be a real, and the quotient no whole day.
        .select(sql<number>`started_at / ${sql.lit(DAY)}`.as('day'))
        .select((eb) => statisticsColumns(session, eb))
        .groupBy('day')
        .orderBy('day')
        .execute();
      return rows.map((row) => ({ day: row.day, ...toRunStatistics(row) }));
    },

    /** The runs that started at `from` or later and earlier than `before`, taken together. */
    async between(cronJobId: number, from: number, before: number): Promise<RunStatistics> {
      const row = await startedWithin(cronJobId, from, before)
        .select((eb) => statisticsColumns(session, eb))
        .executeTakeFirst();
      return toRunStatistics(row);
    },
  };
}
