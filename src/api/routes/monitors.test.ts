import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aCronJob, aMonitor, emptyPorts, NOW, startServer } from '../testing.ts';

const { monitors, cronJobs } = emptyPorts();

describe('monitors', () => {
  test('are listed with the health of their CronJobs and how the runs of these went', async () => {
    const sums = { finished: 8, succeeded: 6, flaky: 2, avgDurationMs: 1_500, holdUntil: Infinity };
    await using server = await startServer({
      monitors: {
        ...monitors,
        list: async () => [aMonitor({ id: 4 }), aMonitor({ id: 5, name: 'of-nothing' })],
        sums: async () => new Map([[4, sums]]),
      },
    });
    const response = await fetch(`${server.origin}/api/v1/monitors`);
    assert.deepEqual(await response.json(), {
      items: [
        {
          namespace: 'shop',
          name: 'nightly',
          cronJobCount: 3,
          healthySummary: { healthy: 1, warning: 1, critical: 1 },
          metrics: { successRate: 75, avgDuration: 1.5, totalExecutions: 8, flakyExecutions: 2 },
        },
        {
          namespace: 'shop',
          name: 'of-nothing',
          cronJobCount: 3,
          healthySummary: { healthy: 1, warning: 1, critical: 1 },
          metrics: { successRate: 100, avgDuration: 0, totalExecutions: 0, flakyExecutions: 0 },
        },
      ],
    });
  });

  test('are read with their spec, CronJobs, statistics and conditions', async () => {
    const asked: unknown[] = [];
    await using server = await startServer({
      monitors: {
        ...monitors,
        get: async () => aMonitor({ id: 4 }),
        statistics: async (...each) => {
          asked.push(each);
          return {
            finished: 4,
            succeeded: 3,
            avgDurationMs: 1_500,
            p50DurationMs: 1_000,
            p95DurationMs: 3_000,
            p99DurationMs: 3_500,
            flaky: 1,
            percentileShare: 0.5,
            holdUntil: Infinity,
          };
        },
      },
      cronJobs: {
        ...cronJobs,
        list: async (...each) => {
          asked.push(each);
          return { items: [aCronJob()], total: 1 };
        },
      },
    });
    const response = await fetch(`${server.origin}/api/v1/monitors/shop/nightly`);
    const body = (await response.json()) as { cronJobs: object[] };
    assert.partialDeepStrictEqual(body, {
      cronJobCount: 3,
      spec: { selector: { matchLabels: { tier: 'batch' } } },
      metrics: {
        successRate: 75,
        avgDuration: 1.5,
        p50Duration: 1,
        p95Duration: 3,
        totalExecutions: 4,
        percentileShare: 0.5,
      },
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'Accepted',
          message: 'The spec is valid.',
          lastTransitionTime: '2026-01-31T12:00:00Z',
        },
      ],
    });
    assert.partialDeepStrictEqual(body.cronJobs[0], { namespace: 'shop', name: 'backup', running: 0 });
    assert.deepEqual(asked, [
      [{ monitor: { namespace: 'shop', name: 'nightly' } }, NOW],
      [4, NOW],
    ]);
  });
});
