// What the API answers on a large history, over HTTP and with a connection that is kept: the rows of the table in
// docs/speed.md. The clock stands still, and nothing is written while an unchanged answer is asked for.
import { Agent, request } from 'undici';
import { startServer } from '../src/api/testing.ts';
import { VirtualClock } from '../src/lib/virtual-clock.ts';
import type { Store } from '../src/store/store.ts';
import { print, timed } from './report.ts';

/** Times the reads; the first of each is told apart, since it finds nothing remembered. */
export async function timeApi(store: Store, now: number): Promise<void> {
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
    for (const [name, path, times] of READS) {
      const start = performance.now();
      const etag = await get(path);
      const first = performance.now() - start;
      print(
        `GET ${name}, ms p50 / p99 (first)`,
        `${await timed(times, () => get(path))} (${first.toFixed(0)})`,
      );
      if (path === '/cronjobs') print('  unchanged', await timed(500, () => get(path, etag)));
    }
  } finally {
    await agent.close();
  }
}

const READS: readonly (readonly [name: string, path: string, times: number])[] = [
  ['all CronJobs', '/cronjobs', 100],
  ['a page of 50', '/cronjobs?limit=50&offset=5000', 300],
  ['a page of executions', '/cronjobs/ns-7/job-7/executions', 300],
  ['a CronJob', '/cronjobs/ns-7/job-7', 300],
  ['90 days of it', '/cronjobs/ns-7/job-7/daily?days=90', 300],
  ['a page of alerts', '/alerts?limit=50', 300],
  ['the SLA of all', '/sla', 100],
  ['monitors', '/monitors', 100],
  ['a monitor of a tenth of the CronJobs', '/monitors/ns-0/tenth', 50],
];
