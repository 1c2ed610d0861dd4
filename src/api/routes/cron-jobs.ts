import type { RunStatistics } from '../../execution/run-statistics.ts';
import type { Clock } from '../../lib/clock.ts';
import { DAY } from '../../lib/duration.ts';
import { endOfHour, startOfHour } from '../../lib/full-hour.ts';
import type { Turns } from '../../lib/turns.ts';
import { type CronJobOverview, toCronJobDetail, toCronJobSummary, toMetrics } from '../answer/cron-job.ts';
import { type StoredExecution, toExecution } from '../answer/execution.ts';
import { ScheduleTexts } from '../answer/schedule-texts.ts';
import type { AppInstance } from '../app-instance.ts';
import {
  CronJobDetail,
  CronJobList,
  CronJobParams,
  CronJobQuery,
  type HealthStatus,
} from '../contract/cron-job.ts';
import { ExecutionList, ExecutionQuery, type Outcome } from '../contract/execution.ts';
import type { MonitorName } from '../contract/monitor-name.ts';
import { unknownCronJob } from '../errors.ts';
import { findCronJob, type KnownCronJobs } from '../known-cron-jobs.ts';
import { type MonitorFilter, monitorFilterOf } from '../monitor-filter.ts';
import { STORED } from '../stored-answer.ts';
import { type TimeRange, toTimeRange } from '../time-range.ts';

/** Where CronJobs are kept. */
export interface CronJobReader {
  /** By namespace and name, without deleted ones; all when there is no `limit`. */
  list(filter: CronJobFilter, now: number): Promise<{ items: readonly CronJobOverview[]; total: number }>;
  /** Deleted or not; null when it was never seen. */
  get(namespace: string, name: string, now: number): Promise<CronJobOverview | null>;
}

/** All that are given must hold. */
export interface CronJobFilter {
  readonly namespace?: string;
  readonly status?: HealthStatus;
  readonly monitor?: MonitorFilter;
  readonly limit?: number;
  readonly offset?: number;
}

/** Where the runs of a CronJob are recorded. */
export interface CronJobExecutionReader {
  /** Newest start first. */
  list(
    cronJobId: number,
    filter: ExecutionFilter,
  ): Promise<{ items: readonly StoredExecution[]; total: number }>;
}

/** All that are given must hold; the range is of `startedAt`. */
export interface ExecutionFilter extends TimeRange {
  readonly limit: number;
  readonly offset: number;
  readonly status?: Outcome;
}

/** Where it is kept which monitor selects which CronJob. */
export interface CronJobMonitorReader {
  /** The monitors that select the CronJob, by namespace and name. */
  ofCronJob(cronJobId: number): Promise<readonly MonitorName[]>;
}

/** Where runs are summed up. */
export interface CronJobStatisticsReader {
  /** The runs that started at `from` or later and earlier than `before`, taken together. */
  between(cronJobId: number, from: number, before: number): Promise<RunStatistics>;
}

/** What the routes of CronJobs call. */
export interface CronJobPorts {
  readonly dailyStatistics: CronJobStatisticsReader;
  readonly clock: Clock;
  readonly cronJobs: CronJobReader;
  readonly knownCronJobs: KnownCronJobs;
  readonly executions: CronJobExecutionReader;
  readonly monitors: CronJobMonitorReader;
}

/** CronJobs and their executions. */
export function cronJobRoutes(app: AppInstance, ports: CronJobPorts, turns: Turns): void {
  const { clock, cronJobs, knownCronJobs, executions, monitors, dailyStatistics } = ports;
  const texts = new ScheduleTexts();

  app.get(
    '/cronjobs',
    {
      config: STORED,
      schema: { summary: 'List CronJobs', querystring: CronJobQuery, response: { 200: CronJobList } },
    },
    async ({ query, storedAnswer }) => {
      const { items, total } = await cronJobs.list(toFilter(query), clock.now());
      for (const { statisticsHoldUntil } of items) storedAnswer?.holdsUntil(statisticsHoldUntil);
      return { items: await turns.map(items, (cronJob) => toCronJobSummary(cronJob, texts)), total };
    },
  );

  app.get(
    '/cronjobs/:namespace/:name',
    {
      config: STORED,
      schema: { summary: 'Read a CronJob', params: CronJobParams, response: { 200: CronJobDetail } },
    },
    async ({ params, storedAnswer }) => {
      const now = clock.now();
      const cronJob = await cronJobs.get(params.namespace, params.name, now);
      if (cronJob === null) throw unknownCronJob(params);
      storedAnswer?.holdsUntil(cronJob.statisticsHoldUntil);
      // The time before the window ends at a full hour; what is wrong with a schedule depends on the slots ahead.
      storedAnswer?.holdsUntil(endOfHour(now));
      const widthMs = cronJob.windowDays * DAY;
      // Of full hours: a comparison with so long a time need not follow the clock to the second.
      const before = startOfHour(now) - widthMs;
      const [selecting, previous] = await Promise.all([
        monitors.ofCronJob(cronJob.id),
        dailyStatistics.between(cronJob.id, before - widthMs, before),
      ]);
      return {
        ...toCronJobDetail(cronJob, selecting, texts, now),
        previousMetrics: previous.finished === 0 ? null : toMetrics(previous),
      };
    },
  );

  app.get(
    '/cronjobs/:namespace/:name/executions',
    {
      config: STORED,
      schema: {
        summary: "List a CronJob's executions",
        params: CronJobParams,
        querystring: ExecutionQuery,
        response: { 200: ExecutionList },
      },
    },
    async ({ params, query }) => {
      const { limit, offset, status } = query;
      const filter = { limit, offset, ...(status && { status }), ...toTimeRange(query) };
      const cronJob = await findCronJob(knownCronJobs, params);
      const { items, total } = await executions.list(cronJob.id, filter);
      return { items: items.map(toExecution), total };
    },
  );
}

function toFilter({ monitor, ...filter }: CronJobQuery): CronJobFilter {
  return { ...filter, ...monitorFilterOf(monitor) };
}
