import type { Clock } from '../../lib/clock.ts';
import { DAY } from '../../lib/duration.ts';
import { endOfHour } from '../../lib/full-hour.ts';
import { DAYS_OF_TWO_WEEKS, type StoredDay, toDailyStatistics } from '../answer/daily-statistics.ts';
import type { AppInstance } from '../app-instance.ts';
import { CronJobParams } from '../contract/cron-job.ts';
import { DailyStatistics, DailyStatisticsQuery } from '../contract/daily-statistics.ts';
import { DurationComparisons, type DurationReader } from '../duration-comparison.ts';
import { findCronJob, type KnownCronJobs } from '../known-cron-jobs.ts';
import { STORED } from '../stored-answer.ts';

/** Where runs are summed up by the UTC day of their start; a day is whole days since 1970-01-01. */
export interface DailyStatisticsReader {
  /** Both ends included, the last not over yet; a day without a run may be left out. */
  ofDays(cronJobId: number, first: number, last: number): Promise<readonly StoredDay[]>;
}

/** What the route of the daily statistics calls. */
export interface DailyStatisticsPorts extends DurationReader {
  readonly clock: Clock;
  readonly knownCronJobs: KnownCronJobs;
  readonly dailyStatistics: DailyStatisticsReader & DurationReader['dailyStatistics'];
}

/** What the charts of a CronJob show. */
export function dailyStatisticsRoutes(app: AppInstance, ports: DailyStatisticsPorts): void {
  const { clock, knownCronJobs, dailyStatistics } = ports;
  const durations = new DurationComparisons(ports);

  app.get(
    '/cronjobs/:namespace/:name/daily',
    {
      config: STORED,
      schema: {
        summary: "Read a CronJob's statistics by day",
        params: CronJobParams,
        querystring: DailyStatisticsQuery,
        response: { 200: DailyStatistics },
      },
    },
    async ({ params, query: { days }, storedAnswer }) => {
      const now = clock.now();
      const cronJob = await findCronJob(knownCronJobs, params);
      const last = Math.floor(now / DAY);
      const first = last - days + 1;
      const [stored, comparison] = await Promise.all([
        dailyStatistics.ofDays(cronJob.id, Math.min(first, last - DAYS_OF_TWO_WEEKS + 1), last),
        durations.of(cronJob.id, now),
      ]);
      storedAnswer?.holdsUntil(endOfHour(now));
      return toDailyStatistics({ first, last }, stored, comparison);
    },
  );
}
