import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AlertDetail, AlertList, AlertType, Severity } from '../../src/api/contract/alert.ts';
import type { ChannelDeliveryList, ChannelList } from '../../src/api/contract/channel.ts';
import type { Configuration } from '../../src/api/contract/configuration.ts';
import type { DeliveryState } from '../../src/api/contract/delivery.ts';
import type { CronJobDetail, CronJobList } from '../../src/api/contract/cron-job.ts';
import type { DailyStatistics } from '../../src/api/contract/daily-statistics.ts';
import type { ExecutionDetail, ExecutionList, Outcome } from '../../src/api/contract/execution.ts';
import type { MonitorDetail, MonitorList } from '../../src/api/contract/monitor.ts';
import type { Timeline, TimelineDensity, TimelineDensityQuery } from '../../src/api/contract/timeline.ts';
import type { OutageList } from '../../src/api/contract/outage.ts';
import type { SchedulePreview } from '../../src/api/contract/schedule-preview.ts';
import type { SlotList } from '../../src/api/contract/slot.ts';
import type { SlaReport } from '../../src/api/contract/sla.ts';
import type { Stats } from '../../src/api/contract/stats.ts';
import type { Answer } from './client.ts';
import { getJson } from './client.ts';
import { qualifiedName } from '../util/qualified-name.ts';

/** Every CronJob with what the overview shows of it. */
export function cronJobsQuery() {
  return polled<CronJobList>('/api/v1/cronjobs');
}

/** How many CronJobs are critical; of the list itself next to nothing is asked for. */
export function criticalCountQuery() {
  return polled<CronJobList>('/api/v1/cronjobs?status=critical&limit=1');
}

/** So many of the alerts that are active now, the most severe and then the newest first, and how many there are. */
export function worstAlertsQuery(limit: number) {
  return polled<AlertList>(`/api/v1/alerts?active=true&sort=severity&limit=${limit}`);
}

/** The alerts of one CronJob that are active now. */
export function activeAlertsQuery(cronJob: { readonly namespace: string; readonly name: string }) {
  const filter = new URLSearchParams({ active: 'true', namespace: cronJob.namespace, cronjob: cronJob.name });
  return polled<AlertList>(`/api/v1/alerts?${filter}&sort=severity`);
}

/** What the alerts are narrowed by; all when empty. */
export interface AlertChoice {
  readonly namespace?: string | undefined;
  readonly cronjob?: string | undefined;
  /** Of the CronJobs that the monitor selects, `namespace/name`. */
  readonly monitor?: string | undefined;
  readonly type?: AlertType | undefined;
  readonly severity?: Severity | undefined;
  readonly active?: 'true' | 'false' | undefined;
  readonly acknowledged?: 'true' | 'false' | undefined;
  /** Earliest and latest createdAt, RFC 3339. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
}

/** The newest alerts that match, active or not. */
export function alertsQuery(choice: AlertChoice) {
  const filter = new URLSearchParams();
  for (const [name, value] of Object.entries(choice))
    if (value !== undefined) filter.set(name, String(value));
  return { ...polled<AlertList>(`/api/v1/alerts?${filter}`), placeholderData: keepPreviousData };
}

/** One alert with its evidence and its messages. */
export function alertQuery(id: string) {
  return polled<AlertDetail>(`/api/v1/alerts/${encodeURIComponent(id)}`);
}

/** One CronJob. */
export function cronJobQuery(cronJob: { readonly namespace: string; readonly name: string }) {
  return polled<CronJobDetail>(cronJobPath(cronJob));
}

/** The statistics of one CronJob by UTC day: so many days, today included. */
export function dailyStatisticsQuery(
  cronJob: { readonly namespace: string; readonly name: string },
  days: number,
) {
  return polled<DailyStatistics>(`${cronJobPath(cronJob)}/daily?days=${days}`);
}

/** The next slots of a schedule, with what changes of the clock do to them. */
export function schedulePreviewQuery(cronJob: {
  readonly schedule: string;
  readonly timeZone: string | null;
}) {
  const parameters = new URLSearchParams({ schedule: cronJob.schedule, count: '8' });
  if (cronJob.timeZone !== null) parameters.set('timeZone', cronJob.timeZone);
  return polled<SchedulePreview>(`/api/v1/schedule-preview?${parameters}`, SELDOM_MS);
}

/** What became of the newest slots of one CronJob, and of how many in seven days. */
export function slotsQuery(cronJob: { readonly namespace: string; readonly name: string }) {
  return polled<SlotList>(`${cronJobPath(cronJob)}/slots?limit=500`, SELDOM_MS);
}

/** The newest finished runs of one CronJob: those of one outcome, and those that started until `to`. */
export function executionsQuery(
  cronJob: { readonly namespace: string; readonly name: string },
  options: {
    readonly limit: number;
    readonly status: Outcome | undefined;
    readonly to: string | undefined;
  },
) {
  const filter = new URLSearchParams({ limit: String(options.limit) });
  if (options.status) filter.set('status', options.status);
  if (options.to) filter.set('to', options.to);
  return {
    ...polled<ExecutionList>(`${cronJobPath(cronJob)}/executions?${filter}`),
    // While more rows or another filter load, the rows that are there stay.
    placeholderData: keepPreviousData,
  };
}

/** One finished run with its evidence. It never changes, so that it is asked for once. */
export function executionQuery(id: string) {
  return {
    ...resource<ExecutionDetail>(`/api/v1/executions/${encodeURIComponent(id)}`),
    staleTime: Infinity,
  };
}

/** Every channel with its state. */
export function channelsQuery() {
  return polled<ChannelList>('/api/v1/channels');
}

/** The newest messages of a channel: those in a state, or those that were joined into one. */
export function channelDeliveriesQuery(
  channel: string,
  choice: {
    readonly state?: DeliveryState | undefined;
    readonly digest?: string | undefined;
    readonly limit: number;
  },
) {
  const filter = new URLSearchParams();
  for (const [name, value] of Object.entries(choice))
    if (value !== undefined) filter.set(name, String(value));
  return {
    ...polled<ChannelDeliveryList>(`/api/v1/channels/${encodeURIComponent(channel)}/deliveries?${filter}`),
    placeholderData: keepPreviousData,
  };
}

/** Every monitor with the health of its CronJobs. */
export function monitorsQuery() {
  return polled<MonitorList>('/api/v1/monitors');
}

/** One monitor with its CronJobs. */
export function monitorQuery({ namespace, name }: { readonly namespace: string; readonly name: string }) {
  return polled<MonitorDetail>(
    `/api/v1/monitors/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`,
  );
}

/** What these CronJobs did and will do; the order in which they are named does not matter. */
export function timelineQuery(
  cronJobs: readonly { readonly namespace: string; readonly name: string }[],
  span: { readonly from: number; readonly to: number },
) {
  const names = cronJobs.map(qualifiedName).sort();
  return polled<Timeline>(`/api/v1/timeline?${rangeOf(span)}&cronjobs=${names.join(',')}`);
}

/** Which CronJobs are counted, all when empty, and by what step. */
export interface DensityChoice {
  readonly stepSeconds: number;
  readonly namespace: string | undefined;
  readonly state: TimelineDensityQuery['state'] | undefined;
  readonly search: string | undefined;
}

/** How many runs of the CronJobs that fit the filters started when. */
export function timelineDensityQuery(
  span: { readonly from: number; readonly to: number },
  filter: DensityChoice,
) {
  const parameters = rangeOf(span);
  for (const [name, value] of Object.entries(filter))
    if (value !== undefined) parameters.set(name, String(value));
  return {
    ...polled<TimelineDensity>(`/api/v1/timeline/density?${parameters}`, SELDOM_MS),
    placeholderData: keepPreviousData,
  };
}

/** When Punctual itself did not watch the cluster. */
export function outagesQuery(span: { readonly from: number; readonly to: number }) {
  return {
    ...polled<OutageList>(`/api/v1/outages?${rangeOf(span)}`, SELDOM_MS),
    placeholderData: keepPreviousData,
  };
}

function rangeOf({ from, to }: { readonly from: number; readonly to: number }): URLSearchParams {
  return new URLSearchParams({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
}

/** How the CronJobs stand against the SLA of their monitors; all, or those that the monitor selects. */
export function slaQuery(monitor: string | undefined) {
  const filter = monitor === undefined ? '' : `?${new URLSearchParams({ monitor })}`;
  return { ...polled<SlaReport>(`/api/v1/sla${filter}`), placeholderData: keepPreviousData };
}

/** The configuration of the service. It changes with a restart alone. */
export function configurationQuery() {
  return resource<Configuration>('/api/v1/admin/config');
}

/** How much is kept, and where. */
export function statsQuery() {
  return polled<Stats>('/api/v1/admin/stats', SELDOM_MS);
}

/** The address of one CronJob in the API. */
export function cronJobPath(cronJob: { readonly namespace: string; readonly name: string }): string {
  return `/api/v1/cronjobs/${encodeURIComponent(cronJob.namespace)}/${encodeURIComponent(cronJob.name)}`;
}

function resource<T>(path: string) {
  return queryOptions({
    queryKey: [path],
    queryFn: ({ client, queryKey, signal }) =>
      getJson<T>(path, { signal, previous: client.getQueryData<Answer<T>>(queryKey) }),
    select: bodyOf<T>,
    // An unchanged answer is the same object already; comparing 10,000 rows would cost more than it saves.
    structuralSharing: false,
    retry: false,
  });
}

/** For aggregates over everything, which change little and cost more. */
const SELDOM_MS = 60_000;

/** Asked for again while the page is visible; the freshness sign watches those that are asked often. */
function polled<T>(path: string, leastMs = 0) {
  return queryOptions({ ...resource<T>(path), meta: { polled: leastMs === 0, leastMs } });
}

function bodyOf<T>(answer: Answer<T>): T {
  return answer.body;
}
