import type { RunStatistics } from '../../execution/run-statistics.ts';
import type { Clock } from '../../lib/clock.ts';
import { DAY } from '../../lib/duration.ts';
import { type StoredDay, toDailyStatistics } from '../answer/daily-statistics.ts';
import type { AppInstance } from '../app-instance.ts';
import { CronJobParams } from '../contract/cron-job.ts';
import { DailyStatistics, DailyStatisticsQuery } from '../contract/daily-statistics.ts';
import { unknownCronJob } from '../errors.ts';

/** Where CronJobs are kept. */
export interface CronJobFinder {
  /** Deleted or not; null when it was never seen. */
  get(namespace: string, name: string, now: number): Promise<{ readonly id: number } | null>;
}

/** Where runs are summed up by the UTC day of their start; a day is whole days since 1970-01-01. */
export interface DailyStatisticsReader {
  /** Both ends included; a day without a run may be left out. */
  ofDays(cronJobId: number, first: number, last: number): Promise<readonly StoredDay[]>;
  /** The runs that started at `from` or later and earlier than `before`, taken together. */
  between(cronJobId: number, from: number, before: number): Promise<RunStatistics>;
}

/** What the route of the daily statistics calls. */
export interface DailyStatisticsPorts {
  readonly clock: Clock;
  readonly cronJobs: CronJobFinder;
  readonly dailyStatistics: DailyStatisticsReader;
}

/** As a monitor's durationBaselineWindowDays is without being set. */
const BASELINE_DAYS = 14;

/** What the charts of a CronJob show. */
export function dailyStatisticsRoutes(app: AppInstance, ports: DailyStatisticsPorts): void {
  const { clock, cronJobs, dailyStatistics } = ports;

  app.get(
    '/cronjobs/:namespace/:name/daily',
    {
      schema: {
        summary: "Read a CronJob's statistics by day",
        params: CronJobParams,
        querystring: DailyStatisticsQuery,
        response: { 200: DailyStatistics },
      },
    },
    async ({ params, query: { days = 30 } }) => {
      const now = clock.now();
      const cronJob = await cronJobs.get(params.namespace, params.name, now);
      if (cronJob === null) throw unknownCronJob(params);
      const last = Math.floor(now / DAY);
      const first = last - days + 1;
      const [stored, statistics] = await Promise.all([
        dailyStatistics.ofDays(cronJob.id, first, last),
        dailyStatistics.between(cronJob.id, now - (BASELINE_DAYS + 1) * DAY, now - DAY),
      ]);
      return toDailyStatistics({ first, last }, stored, { days: BASELINE_DAYS, statistics });
    },
  );
}
