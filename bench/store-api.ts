// What the API answers on a large history, over HTTP and with a connection that is kept: the rows of the table in
// docs/speed.md. The clock stands still, and nothing is written while an unchanged answer is asked for.
import { pipeline } from 'node:stream/promises';
import { Agent, request } from 'undici';
import { startServer } from '../src/api/testing.ts';
import { DAY } from '../src/lib/duration.ts';
import { VirtualClock } from '../src/lib/virtual-clock.ts';
import type { Store } from '../src/store/store.ts';
import { LineCount } from './line-count.ts';
import { print, timed } from './report.ts';

/** Times the reads; the first of each is told apart, since it finds nothing remembered. */
export async function timeApi(store: Store, now: number, cronJobs: number): Promise<void> {
  await using server = await startServer({
    ...store,
    knownCronJobs: store.cronJobs,
    clock: new VirtualClock(now),
  });
  const agent = new Agent({ connections: 1, pipelining: 1 });
  try {
    const get = async (path: string, etag?: string): Promise<string> => {
      const { statusCode, headers, body } = await request(`${server.origin}/api/v1${path}`, {
        dispatcher: agent,
        headers: etag === undefined ? {} : { 'if-none-match': etag },
      });
      await body.arrayBuffer();
      if (statusCode !== (etag === undefined ? 200 : 304)) throw new Error(`${path} answered ${statusCode}`);
      return String(headers['etag']);
    };
    for (const [name, path, times] of reads(now, cronJobs)) {
      const start = performance.now();
      const etag = await get(path);
      const first = performance.now() - start;
      print(
        `GET ${name}, ms p50 / p99 (first)`,
        `${await timed(times, () => get(path))} (${first.toFixed(0)})`,
      );
      if (path === '/cronjobs') print('  unchanged', await timed(500, () => get(path, etag)));
    }
    await exportAll(server.origin, agent);
  } finally {
    await agent.close();
  }
}

type Read = readonly [name: string, path: string, times: number];

/** Of a store as `store.ts` fills it: `ns-<number % 100>/job-<number>`, and a history that ends now. */
function reads(now: number, cronJobs: number): readonly Read[] {
  const names = Array.from(
    { length: Math.min(100, cronJobs) },
    (_, number) => `ns-${number % 100}/job-${number}`,
  );
  const oldDay = range(now - 25 * DAY, now - 24 * DAY);
  return [
    ['all CronJobs', '/cronjobs', 100],
    ['a page of 50', '/cronjobs?limit=50&offset=5000', 300],
    ['a page of executions', '/cronjobs/ns-7/job-7/executions', 300],
    ['a CronJob', '/cronjobs/ns-7/job-7', 300],
    ['its slots of a week', '/cronjobs/ns-7/job-7/slots', 300],
    ['90 days of it', '/cronjobs/ns-7/job-7/daily?days=90', 300],
    ['a page of alerts', '/alerts?limit=50', 300],
    ['the most severe active alerts', '/alerts?active=true&sort=severity&limit=50', 300],
    ['critical alerts that ended', '/alerts?active=false&severity=critical&limit=50', 300],
    ['alerts of a severity that none has', '/alerts?severity=info&limit=50', 100],
    ['alerts of a namespace', '/alerts?namespace=ns-7&limit=50', 300],
    ['the SLA of all', '/sla', 100],
    ['monitors', '/monitors', 100],
    ['a monitor of a tenth of the CronJobs', '/monitors/ns-0/tenth', 50],
    ['the timeline of an old day', `/timeline?${oldDay}&cronjobs=${names.join(',')}`, 50],
    ['the timeline of the last day', `/timeline?${range(now - DAY, now)}&cronjobs=${names.join(',')}`, 50],
    ['starts of all over 30 days', `/timeline/density?${range(now - 30 * DAY, now)}&stepSeconds=21600`, 3],
    ['a report of everything', '/export/report.pdf?days=90', 3],
  ];
}

function range(from: number, to: number): string {
  return new URLSearchParams({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  }).toString();
}

/** Every run as CSV, and how much memory this process, which is server and client, needs for it at the most. */
async function exportAll(origin: string, agent: Agent): Promise<void> {
  const resident = (): number => process.memoryUsage.rss() / 1e6;
  const before = resident();
  let highest = before;
  const watch = setInterval(() => (highest = Math.max(highest, resident())), 20);
  const count = new LineCount();
  const start = performance.now();
  try {
    const { body } = await request(`${origin}/api/v1/export/executions`, {
      dispatcher: agent,
      bodyTimeout: 0,
    });
    await pipeline(body, count);
  } finally {
    clearInterval(watch);
  }
  const rows = count.lines - 1;
  const seconds = (performance.now() - start) / 1_000;
  print(`GET all ${rows} runs as CSV, rows a second`, (rows / seconds).toFixed(0));
  print('  highest resident memory, MB (before)', `${highest.toFixed(0)} (${before.toFixed(0)})`);
}
