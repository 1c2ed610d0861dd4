import type { RunStatistics } from '../../execution/run-statistics.ts';
import type { Clock } from '../../lib/clock.ts';
import { DAY, HOUR } from '../../lib/duration.ts';
import { DAYS_OF_TWO_WEEKS, type StoredDay, toDailyStatistics } from '../answer/daily-statistics.ts';
import type { AppInstance } from '../app-instance.ts';
import { CronJobParams } from '../contract/cron-job.ts';
import { DailyStatistics, DailyStatisticsQuery } from '../contract/daily-statistics.ts';
import { unknownCronJob } from '../errors.ts';
import { STORED } from '../stored-answer.ts';

/** Where CronJobs are kept. */
export interface CronJobFinder {
  /** Deleted or not; null when it was never seen. */
  get(namespace: string, name: string, now: number): Promise<{ readonly id: number } | null>;
}

/** Where runs are summed up by the UTC day of their start; a day is whole days since 1970-01-01. */
export interface DailyStatisticsReader {
  /** Both ends included, the last not over yet; a day without a run may be left out. */
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
      config: STORED,
      schema: {
        summary: "Read a CronJob's statistics by day",
        params: CronJobParams,
        querystring: DailyStatisticsQuery,
        response: { 200: DailyStatistics },
      },
    },
    async ({ params, query: { days = 30 }, storedAnswer }) => {
      const now = clock.now();
      const cronJob = await cronJobs.get(params.namespace, params.name, now);
      if (cronJob === null) throw unknownCronJob(params);
      const last = Math.floor(now / DAY);
      const first = last - days + 1;
      // Full hours, so that the answer holds for one.
      const hour = Math.floor(now / HOUR) * HOUR;
      const [stored, statistics, recent] = await Promise.all([
        dailyStatistics.ofDays(cronJob.id, Math.min(first, last - DAYS_OF_TWO_WEEKS + 1), last),
        dailyStatistics.between(cronJob.id, hour - (BASELINE_DAYS + 1) * DAY, hour - DAY),
        dailyStatistics.between(cronJob.id, hour - DAY, hour + HOUR),
      ]);
      storedAnswer?.holdsUntil(hour + HOUR);
      const baseline = { days: BASELINE_DAYS, statistics };
      return toDailyStatistics({ first, last }, stored, { baseline, recent });
    },
  );
}
