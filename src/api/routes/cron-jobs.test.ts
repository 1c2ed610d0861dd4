import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HOUR, MINUTE } from '../../lib/duration.ts';
import { VirtualClock } from '../../lib/virtual-clock.ts';
import { aCronJob, aKnownCronJob, anExecution, emptyPorts, NOW, startServer } from '../testing.ts';
import type { CronJobFilter, ExecutionFilter } from './cron-jobs.ts';

describe('the list of CronJobs', () => {
  const FILTERS: readonly { name: string; query: string; filter: CronJobFilter }[] = [
    { name: 'without parameters asks for all', query: '', filter: {} },
    { name: 'filters by namespace', query: '?namespace=shop', filter: { namespace: 'shop' } },
    { name: 'filters by status', query: '?status=warning', filter: { status: 'warning' } },
    {
      name: 'takes a monitor by its name alone, in any namespace',
      query: '?monitor=nightly',
      filter: { monitor: { namespace: null, name: 'nightly' } },
    },
    {
      name: 'takes a monitor by namespace and name',
      query: '?monitor=shop/nightly',
      filter: { monitor: { namespace: 'shop', name: 'nightly' } },
    },
    {
      name: 'pages only when asked to',
      query: '?limit=10&offset=20',
      filter: { limit: 10, offset: 20 },
    },
  ];
  for (const { name, query, filter } of FILTERS) {
    test(name, async () => {
      const asked: unknown[] = [];
      const { cronJobs } = emptyPorts();
      await using server = await startServer({
        cronJobs: {
          ...cronJobs,
          list: async (...each) => {
            asked.push(each);
            return { items: [], total: 0 };
          },
        },
      });
      await fetch(`${server.origin}/api/v1/cronjobs${query}`);
      assert.deepEqual(asked, [[{ offset: 0, ...filter }, NOW]]);
    });
  }

  test('tells the number of all, not of the page', async () => {
    await using server = await startServer({
      cronJobs: { list: async () => ({ items: [aCronJob()], total: 41 }), get: async () => null },
    });
    const body = await getJson(server.origin, '/api/v1/cronjobs?limit=1');
    assert.equal(body.total, 41);
    assert.equal(body.items.length, 1);
  });
});

describe('a CronJob', () => {
  const statistics = {
    finished: 8,
    succeeded: 7,
    avgDurationMs: 61_234.567,
    p50DurationMs: 60_000,
    p95DurationMs: 90_500,
    p99DurationMs: 98_000,
    flaky: 1,
  };

  test('tells rates in percent and durations in seconds', async () => {
    const body = await detail(aCronJob({ statistics }));
    assert.deepEqual(body.metrics, {
      successRate: 87.5,
      avgDuration: 61.235,
      p50Duration: 60,
      p95Duration: 90.5,
      p99Duration: 98,
      totalExecutions: 8,
      flakyExecutions: 1,
      flakyRate: 100 / 7,
    });
  });

  test('compares with as many days before its window, unless no run finished in them', async () => {
    const asked: unknown[] = [];
    const read = async (previous: typeof statistics) => {
      const ports = emptyPorts();
      await using server = await startServer({
        cronJobs: { ...ports.cronJobs, get: async () => aCronJob({ id: 7, windowDays: 3 }) },
        dailyStatistics: {
          ...ports.dailyStatistics,
          between: async (...each) => {
            asked.push(each);
            return previous;
          },
        },
      });
      return (await getJson(server.origin, '/api/v1/cronjobs/shop/backup')).previousMetrics;
    };
    assert.partialDeepStrictEqual(await read(statistics), { successRate: 87.5, totalExecutions: 8 });
    assert.deepEqual(asked, [[7, NOW - 144 * HOUR, NOW - 72 * HOUR]]);
    assert.equal(await read({ ...statistics, finished: 0 }), null);
  });

  test('is told anew once the hour is over, though nothing was stored, since the time before its window moved', async () => {
    const clock = new VirtualClock(NOW + 59 * MINUTE);
    const { cronJobs } = emptyPorts();
    await using server = await startServer({
      clock,
      dataVersion: async () => 'v-1',
      cronJobs: { ...cronJobs, get: async () => aCronJob() },
    });
    const url = `${server.origin}/api/v1/cronjobs/shop/backup`;
    const headers = { 'if-none-match': (await fetch(url)).headers.get('etag')! };
    const statusAt = async (at: number) => {
      await clock.runUntil(at, async () => {});
      return (await fetch(url, { headers })).status;
    };
    assert.equal(await statusAt(NOW + HOUR - 1), 304);
    assert.equal(await statusAt(NOW + 61 * MINUTE), 200);
  });

  test('without a finished run has rate 100, durations 0 and no executions to take for evidence', async () => {
    const body = await detail(aCronJob());
    assert.deepEqual(body.metrics, {
      successRate: 100,
      avgDuration: 0,
      p50Duration: 0,
      p95Duration: 0,
      p99Duration: 0,
      totalExecutions: 0,
      flakyExecutions: 0,
      flakyRate: 0,
    });
    assert.equal(body.lastRun, null);
    assert.equal(body.nextRun, null);
    assert.equal(body.lastStatus, null);
  });

  test('tells its outcomes oldest first and the newest as its last', async () => {
    const body = await detail(aCronJob({ recent: 'sfsf' }));
    assert.deepEqual(body.recent, ['success', 'failed', 'success', 'failed']);
    assert.equal(body.lastStatus, 'failed');
  });

  test('has no next run while it is suspended', async () => {
    const body = await detail(aCronJob({ suspended: true, nextRunAt: NOW + HOUR }));
    assert.equal(body.nextRun, null);
  });

  test('has no next run after it was deleted', async () => {
    const body = await detail(aCronJob({ deletedAt: NOW, nextRunAt: NOW + HOUR }));
    assert.equal(body.nextRun, null);
    assert.equal(body.deletedAt, '2026-01-31T12:00:00Z');
  });

  test('names its running Jobs and the monitors that select it', async () => {
    const running = [
      {
        jobName: 'backup-1',
        startedAt: NOW - HOUR,
        manual: true,
        state: 'pending',
        stuck: { since: NOW, reason: 'Unschedulable', message: 'full' },
      } as const,
    ];
    const body = await detail(aCronJob({ running }), [{ namespace: 'shop', name: 'nightly' }]);
    assert.deepEqual(body.running, [
      {
        jobName: 'backup-1',
        startTime: '2026-01-31T11:00:00Z',
        manual: true,
        state: 'pending',
        stuck: { since: '2026-01-31T12:00:00Z', reason: 'Unschedulable', message: 'full' },
      },
    ]);
    assert.deepEqual(body.monitors, [{ namespace: 'shop', name: 'nightly' }]);
  });

  test('is found by the decoded parts of its path', async () => {
    const asked: string[] = [];
    await using server = await startServer({
      cronJobs: {
        list: async () => ({ items: [], total: 0 }),
        get: async (...[namespace, name]) => {
          asked.push(namespace, name);
          return null;
        },
      },
    });
    await fetch(`${server.origin}/api/v1/cronjobs/sh%6Fp/a%2Fb`);
    assert.deepEqual(asked, ['shop', 'a/b']);
  });

  async function detail(
    cronJob: ReturnType<typeof aCronJob>,
    monitors: { namespace: string; name: string }[] = [],
  ) {
    await using server = await startServer({
      cronJobs: { list: async () => ({ items: [], total: 0 }), get: async () => cronJob },
      monitors: { ...emptyPorts().monitors, ofCronJob: async () => monitors },
    });
    return await getJson(server.origin, '/api/v1/cronjobs/shop/backup');
  }
});

describe('the executions of a CronJob', () => {
  const FILTERS: readonly { name: string; query: string; filter: ExecutionFilter }[] = [
    { name: 'are the newest 50 without a limit', query: '', filter: { limit: 50, offset: 0 } },
    {
      name: 'are filtered by status',
      query: '?status=failed&limit=1000&offset=5',
      filter: { limit: 1_000, offset: 5, status: 'failed' },
    },
    {
      name: 'are filtered by time in any zone',
      query: '?from=2026-01-31T13:00:00%2B02:00&to=2026-01-31T12:00:00.5Z',
      filter: { limit: 50, offset: 0, from: NOW - HOUR, to: NOW + 500 },
    },
  ];
  for (const { name, query, filter } of FILTERS) {
    test(name, async () => {
      const asked: unknown[] = [];
      await using server = await startServer({
        knownCronJobs: { find: async () => aKnownCronJob({ id: 7 }) },
        executions: {
          get: async () => null,
          list: async (...each) => {
            asked.push(each);
            return { items: [anExecution()], total: 9 };
          },
        },
      });
      const body = await getJson(server.origin, `/api/v1/cronjobs/shop/backup/executions${query}`);
      assert.deepEqual(asked, [[7, filter]]);
      assert.equal(body.total, 9);
      assert.deepEqual(body.items, [
        {
          id: 'uid-1',
          jobName: 'backup-29496240',
          status: 'success',
          startTime: '2026-01-31T11:00:00Z',
          completionTime: '2026-01-31T11:04:05Z',
          duration: '4m5s',
          exitCode: 0,
          reason: null,
          message: null,
          manual: false,
          scheduledTime: '2026-01-31T11:00:00Z',
          fault: null,
          summary: 'succeeded',
          attempts: 1,
        },
      ]);
    });
  }
});

// oxlint-disable-next-line typescript/no-explicit-any -- the tests are about what is in it
type Json = any;

async function getJson(origin: string, path: string): Promise<Json> {
  const response = await fetch(origin + path);
  assert.equal(response.status, 200);
  return response.json();
}
