import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY } from '../../lib/duration.ts';
import { aKnownCronJob, aMonitor, emptyPorts, NOW, startServer } from '../testing.ts';
import type { ServerPorts } from '../server.ts';

const TODAY = Math.floor(NOW / DAY);
const STATISTICS = {
  finished: 40,
  succeeded: 30,
  avgDurationMs: 61_234.567,
  p50DurationMs: 60_000,
  p95DurationMs: 90_500,
  p99DurationMs: 98_000,
  flaky: 6,
  manual: 2,
  missed: 1,
};

describe('the daily statistics of a CronJob', () => {
  test('are of the last 30 days, today last, each day with or without runs', async () => {
    const { status, body, asked } = await daily('');
    assert.equal(status, 200);
    assert.deepEqual(asked, [[7, TODAY - 29, TODAY]]);
    assert.equal(body.items.length, 30);
    assert.equal(body.items[0].date, '2026-01-02');
    assert.deepEqual(body.items.at(-1), {
      date: '2026-01-31',
      runs: 0,
      succeeded: 0,
      failed: 0,
      successRate: null,
      avgDuration: 0,
      p50Duration: 0,
      p95Duration: 0,
      p99Duration: 0,
      flaky: 0,
      manual: 0,
      missed: 0,
    });
  });

  test('tell a day with runs in percent and seconds', async () => {
    const { body } = await daily('?days=2', { ofDays: async () => [{ day: TODAY - 1, ...STATISTICS }] });
    assert.deepEqual(
      body.items.map(({ runs }: { runs: number }) => runs),
      [40, 0],
    );
    assert.deepEqual(body.items[0], {
      date: '2026-01-30',
      runs: 40,
      succeeded: 30,
      failed: 10,
      successRate: 75,
      avgDuration: 61.235,
      p50Duration: 60,
      p95Duration: 90.5,
      p99Duration: 98,
      flaky: 6,
      manual: 2,
      missed: 1,
    });
  });

  test('compare the last seven days with the seven before, however few days are asked for', async () => {
    const ofDays = async () => [
      { ...STATISTICS, day: TODAY - 13, succeeded: 20 },
      { ...STATISTICS, day: TODAY - 7 },
      { ...STATISTICS, day: TODAY - 6 },
      { ...STATISTICS, day: TODAY, succeeded: 40 },
    ];
    const { body } = await daily('?days=1', { ofDays });
    assert.equal(body.items.length, 1);
    assert.deepEqual(body.weekOverWeek, {
      current: { runs: 80, succeeded: 70, successRate: 87.5 },
      previous: { runs: 80, succeeded: 50, successRate: 62.5 },
      change: 25,
    });
  });

  test('have no change from a week without runs', async () => {
    const { body } = await daily('', { ofDays: async () => [{ ...STATISTICS, day: TODAY }] });
    assert.equal(body.weekOverWeek.previous.successRate, null);
    assert.equal(body.weekOverWeek.change, null);
  });

  test('carry the baseline of the 14 days before the last 24 hours', async () => {
    let asked: unknown;
    const { body } = await daily('', {
      between: async (...each) => {
        asked ??= each;
        return STATISTICS;
      },
    });
    assert.deepEqual(asked, [7, NOW - 15 * DAY, NOW - DAY]);
    assert.deepEqual(body.baseline, { days: 14, runs: 30, p50Duration: 60, p95Duration: 90.5 });
  });

  test('compare by the terms of the monitor with an SLA that allows least', async () => {
    const asked: unknown[] = [];
    const between = async (...each: unknown[]) => {
      asked.push(each);
      return STATISTICS;
    };
    const strict = { minSuccessRate: 95, durationRegressionThreshold: 20, durationBaselineWindowDays: 7 };
    const { body } = await daily('', { between }, [
      { name: 'loose', spec: { sla: { durationRegressionThreshold: 80 } } },
      { name: 'strict', spec: { sla: strict } },
      { name: 'off', spec: { sla: { ...strict, enabled: false, durationRegressionThreshold: 1 } } },
      { name: 'not-its', spec: { sla: { durationRegressionThreshold: 2 } }, selects: false },
    ]);
    assert.deepEqual(asked[0], [7, NOW - 8 * DAY, NOW - DAY]);
    const monitor = { namespace: 'shop', name: 'strict' };
    assert.deepEqual(body.regressionTerms, { threshold: 20, baselineDays: 7, monitor });
    assert.equal(body.baseline.days, 7);
  });

  test('compare by the defaults where no monitor has an SLA', async () => {
    const { body } = await daily('', {}, [{ name: 'plain', spec: {} }]);
    assert.deepEqual(body.regressionTerms, { threshold: 50, baselineDays: 14, monitor: null });
  });

  test('carry the durations of the last day, unless there are fewer than 5', async () => {
    const enough = await daily('', { between: async () => ({ ...STATISTICS, succeeded: 5 }) });
    assert.deepEqual(enough.body.recent, { runs: 5, p50Duration: 60, p95Duration: 90.5 });
    const tooFew = await daily('', { between: async () => ({ ...STATISTICS, succeeded: 4 }) });
    assert.equal('recent' in tooFew.body, false);
  });

  test('have no baseline with fewer than 20 successful runs', async () => {
    const { body } = await daily('', { between: async () => ({ ...STATISTICS, succeeded: 19 }) });
    assert.equal('baseline' in body, false);
  });

  for (const days of ['0', '366', '-1', '1.5', 'x', '']) {
    test(`of ${days === '' ? 'an empty number of' : days} days are refused`, async () => {
      const { status, body } = await daily(`?days=${days}`);
      assert.equal(status, 400);
      assert.deepEqual(body.details, { parameter: 'days' });
    });
  }

  test('of a CronJob that was never seen are 404', async () => {
    await using server = await startServer();
    const response = await fetch(`${server.origin}/api/v1/cronjobs/shop/backup/daily`);
    assert.equal(response.status, 404);
    assert.deepEqual(((await response.json()) as Json).details, { namespace: 'shop', name: 'backup' });
  });
});

async function daily(
  query: string,
  reader: Partial<ServerPorts['dailyStatistics']> = {},
  monitors: readonly { readonly name: string; readonly spec: unknown; readonly selects?: boolean }[] = [],
) {
  const asked: unknown[] = [];
  const empty = emptyPorts();
  const named = monitors.map(({ name, spec }, id) => aMonitor({ id, name, spec, namespace: 'shop' }));
  await using server = await startServer({
    knownCronJobs: { find: async () => aKnownCronJob({ id: 7 }) },
    monitors: {
      ...empty.monitors,
      ofCronJob: async () => named.filter((_, index) => monitors[index]!.selects !== false),
    },
    sla: {
      ...empty.sla,
      monitors: async () => named.map((monitor) => ({ ...monitor, uid: monitor.name, generation: 1 })),
    },
    dailyStatistics: {
      ...empty.dailyStatistics,
      ofDays: async (...each) => {
        asked.push(each);
        return [];
      },
      ...reader,
    },
  });
  const response = await fetch(`${server.origin}/api/v1/cronjobs/shop/backup/daily${query}`);
  return { status: response.status, body: (await response.json()) as Json, asked };
}

// oxlint-disable-next-line typescript/no-explicit-any -- the tests are about what is in it
type Json = any;
