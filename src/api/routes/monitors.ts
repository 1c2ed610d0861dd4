import type { Clock } from '../../lib/clock.ts';
import type { Turns } from '../../lib/turns.ts';
import { type CronJobOverview, toCronJobSummary } from '../answer/cron-job.ts';
import {
  type MonitorOverview,
  type MonitorStatistics,
  toMonitorDetail,
  toMonitorSummary,
} from '../answer/monitor.ts';
import { ScheduleTexts } from '../answer/schedule-texts.ts';
import type { AppInstance } from '../app-instance.ts';
import { MonitorDetail, MonitorList } from '../contract/monitor.ts';
import { MonitorName } from '../contract/monitor-name.ts';
import { RequestError } from '../errors.ts';
import { STORED } from '../stored-answer.ts';

/** Where monitors are kept. */
export interface MonitorReader {
  /** By namespace and name. */
  list(): Promise<readonly MonitorOverview[]>;
  /** Null when there is none. */
  get(namespace: string, name: string): Promise<MonitorOverview | null>;
  /** Over the runs of all its CronJobs together, each in its own window. */
  statistics(monitorId: number, now: number): Promise<MonitorStatistics>;
}

/** Where the CronJobs of a monitor are found, by namespace and name. */
export interface MonitoredCronJobReader {
  list(
    filter: { readonly monitor: MonitorName },
    now: number,
  ): Promise<{ items: readonly CronJobOverview[] }>;
}

/** What the routes of monitors call. */
export interface MonitorPorts {
  readonly clock: Clock;
  readonly monitors: MonitorReader;
  readonly cronJobs: MonitoredCronJobReader;
}

/** CronJobMonitors with the health of their CronJobs. */
export function monitorRoutes(
  app: AppInstance,
  { clock, monitors, cronJobs }: MonitorPorts,
  turns: Turns,
): void {
  const texts = new ScheduleTexts();

  app.get(
    '/monitors',
    { config: STORED, schema: { summary: 'List monitors', response: { 200: MonitorList } } },
    async () => ({ items: (await monitors.list()).map(toMonitorSummary) }),
  );

  app.get(
    '/monitors/:namespace/:name',
    {
      config: STORED,
      schema: { summary: 'Read a monitor', params: MonitorName, response: { 200: MonitorDetail } },
    },
    async ({ params: { namespace, name }, storedAnswer }) => {
      const monitor = await monitors.get(namespace, name);
      if (monitor === null) {
        throw new RequestError('not_found', `There is no monitor ${namespace}/${name}.`, { namespace, name });
      }
      const now = clock.now();
      const [selected, statistics] = await Promise.all([
        cronJobs.list({ monitor: { namespace, name } }, now),
        monitors.statistics(monitor.id, now),
      ]);
      storedAnswer?.holdsUntil(statistics.holdUntil);
      for (const { statisticsHoldUntil } of selected.items) storedAnswer?.holdsUntil(statisticsHoldUntil);
      const summaries = await turns.map(selected.items, (cronJob) => toCronJobSummary(cronJob, texts));
      return toMonitorDetail(monitor, summaries, statistics);
    },
  );
}
