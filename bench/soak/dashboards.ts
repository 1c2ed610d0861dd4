import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';
import { pollInterval } from '../../ui/api/poll-interval.ts';

/** What the polls of many open pages met. */
export interface PollReport {
  /** A line for each answer that is neither 200 nor 304, and for each that did not come whole. */
  readonly errors: string[];
  /** How long each took until its body had come, in ms. */
  readonly tookMs: number[];
  unchanged: number;
}

/** As long as the page waits. */
const TIMEOUT_MS = 15_000;

/** A reader goes on to another page of the dashboard about as often. */
const DWELL_MS = 30_000;

/**
 * One open page of the dashboard, which asks for what it shows every five seconds, with the tags of what it has,
 * until the signal is aborted. `reader` says which page is looked at first, and which CronJob.
 */
export async function keepLooking(
  dispatcher: Dispatcher,
  origin: string,
  { reader, cronJobs }: { readonly reader: number; readonly cronJobs: number },
  report: PollReport,
  signal: AbortSignal,
): Promise<void> {
  const tags = new Map<string, string>();
  await pause(Math.random() * pollInterval(null, 0, false), signal);
  for (let begun = performance.now(), page = reader; !signal.aborted;) {
    if (performance.now() - begun > DWELL_MS) {
      begun = performance.now();
      page += 1;
      tags.clear();
    }
    const paths = [...EVERY_PAGE, ...PAGES[page % PAGES.length]!((reader * 7_919) % cronJobs)];
    await Promise.all(paths.map((path) => ask(dispatcher, `${origin}/api/v1${path}`, tags, report)));
    await pause(pollInterval(null, Math.random(), false), signal);
  }
}

async function ask(
  dispatcher: Dispatcher,
  url: string,
  tags: Map<string, string>,
  report: PollReport,
): Promise<void> {
  const tag = tags.get(url);
  const began = performance.now();
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      headers: { ...BROWSER, ...(tag !== undefined && { 'if-none-match': tag }) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await body.dump({ limit: Number.MAX_SAFE_INTEGER });
    report.tookMs.push(performance.now() - began);
    if (statusCode === 304) report.unchanged += 1;
    else if (statusCode !== 200) report.errors.push(`${url} answered ${statusCode}`);
    else tags.set(url, String(headers['etag']));
  } catch (error) {
    report.errors.push(`${url} broke off: ${(error as Error).message}`);
  }
}

/** Ends early, without an error, when the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

/** What a browser that reaches the service through TLS says that it can read. */
export const BROWSER = { 'accept-encoding': 'gzip, deflate, br' } as const;

/** The title of each page counts what is critical. */
const EVERY_PAGE = ['/cronjobs'];

/** What each page asks for beside it. */
const PAGES: readonly ((cronJob: number) => readonly string[])[] = [
  () => ['/alerts?active=true'],
  cronJobPage,
  () => ['/alerts?limit=100'],
  () => ['/alerts?active=true'],
  cronJobPage,
  () => ['/monitors'],
  () => ['/alerts?active=true'],
  cronJobPage,
  () => ['/monitors/default/tenth'],
  () => ['/sla', '/monitors', '/alerts?reason=SuccessRate&limit=100'],
  timelinePage,
  () => ['/channels'],
  () => ['/admin/stats', '/admin/config'],
];

function cronJobPage(cronJob: number): readonly string[] {
  const path = `/cronjobs/default/cron-${cronJob}`;
  return [
    path,
    `${path}/daily?days=90`,
    `${path}/executions?limit=50`,
    `${path}/slots?limit=500`,
    `/alerts?active=true&namespace=default&cronjob=cron-${cronJob}`,
    '/sla?namespace=default',
    `/schedule-preview?schedule=${encodeURIComponent('0 0 1 1 *')}&count=8`,
  ];
}

/** The last day of the first hundred CronJobs. */
function timelinePage(): readonly string[] {
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  const range = `from=${new Date(minute - 86_400_000).toISOString()}&to=${new Date(minute).toISOString()}`;
  const names = Array.from({ length: 100 }, (_, index) => `default/cron-${index}`);
  return [
    `/timeline?${range}&cronjobs=${names.join(',')}`,
    `/timeline/density?${range}&stepSeconds=600`,
    `/outages?${range}`,
  ];
}
