import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { NO_RUNS } from '../../../src/execution/run-statistics.ts';
import { DAY, MINUTE, SECOND } from '../../../src/lib/duration.ts';
import type { Store } from '../../../src/store/store.ts';
import { anAttempt, anExecution, keep, NOW } from './builders.ts';
import { storeTest } from './stores.ts';

const TODAY = Math.floor(NOW / DAY);

storeTest('a run belongs to the UTC day of its start, to the millisecond', async (store) => {
  const id = await keep(store);
  const midnight = TODAY * DAY;
  for (const startedAt of [midnight - 1, midnight, midnight + DAY - 1]) await run(store, id, { startedAt });
  const days = await store.dailyStatistics.ofDays(id, TODAY - 1, TODAY);
  assert.deepEqual(
    days.map(({ day, finished }) => [day, finished]),
    [
      [TODAY - 1, 1],
      [TODAY, 2],
    ],
  );
});

storeTest('a day counts all its runs, and the durations of the successful ones alone', async (store) => {
  const id = await keep(store);
  for (const seconds of [10, 20, 40]) await run(store, id, { seconds });
  await run(store, id, { seconds: 3_000, outcome: 'failed' });
  const [day] = await store.dailyStatistics.ofDays(id, TODAY, TODAY);
  assert.ok(day);
  const { p95DurationMs, p99DurationMs, ...exact } = day;
  assert.deepEqual(exact, {
    day: TODAY,
    finished: 4,
    succeeded: 3,
    flaky: 0,
    manual: 0,
    missed: 0,
    avgDurationMs: 70_000 / 3,
    p50DurationMs: 20_000,
  });
  // Interpolated linearly, nine tenths of the way from 20 s to 40 s.
  assert.ok(Math.abs(p95DurationMs! - 38_000) < 0.001, `${p95DurationMs}`);
  assert.ok(Math.abs(p99DurationMs! - 39_600) < 0.001, `${p99DurationMs}`);
});

storeTest('a day of failures has no durations', async (store) => {
  const id = await keep(store);
  await run(store, id, { outcome: 'failed' });
  assert.deepEqual(await store.dailyStatistics.ofDays(id, TODAY, TODAY), [
    { ...NO_RUNS, day: TODAY, finished: 1, manual: 0, missed: 0 },
  ]);
});

storeTest('days come oldest first, without those that had no run and those out of range', async (store) => {
  const [id, other] = await Promise.all([keep(store), keep(store, { name: 'other' })]);
  for (const daysAgo of [0, 5, 2, 3]) await run(store, id, { startedAt: NOW - daysAgo * DAY });
  await run(store, other, { startedAt: NOW - DAY });
  const days = await store.dailyStatistics.ofDays(id, TODAY - 3, TODAY - 1);
  assert.deepEqual(
    days.map(({ day }) => day),
    [TODAY - 3, TODAY - 2],
  );
});

storeTest('runs between two instants are taken together, the first instant included', async (store) => {
  const id = await keep(store);
  for (const startedAt of [NOW - 3 * MINUTE, NOW - 2 * MINUTE, NOW - MINUTE]) {
    await run(store, id, { startedAt, seconds: 30 });
  }
  const { finished, p50DurationMs } = await store.dailyStatistics.between(id, NOW - 3 * MINUTE, NOW - MINUTE);
  assert.deepEqual([finished, p50DurationMs], [2, 30_000]);
  assert.equal((await store.dailyStatistics.between(id, NOW, NOW + DAY)).finished, 0);
});

storeTest('a time that is over is computed again when its runs change, and not before', async (store) => {
  const [id, other] = await Promise.all([keep(store), keep(store, { name: 'other' })]);
  const before = NOW - 7 * DAY;
  const ask = async () => {
    const known = await store.dailyStatistics.between(id, before - 7 * DAY, before);
    // A transaction remembers nothing.
    const fresh = await store.transaction((tx) => tx.dailyStatistics.between(id, before - 7 * DAY, before));
    assert.deepEqual(known, fresh);
    return known;
  };
  const startedAt = (daysAgo: number) => ({ startedAt: NOW - daysAgo * DAY });
  const steps: readonly (readonly [what: string, change: () => Promise<unknown>, changes: boolean])[] = [
    ['the first run', () => run(store, id, startedAt(10)), true],
    ['nothing', async () => undefined, false],
    ['the next run, in the time still', () => run(store, id, startedAt(9)), true],
    ['the first run since', () => run(store, id, startedAt(6)), true],
    ['another run since', () => run(store, id, startedAt(1)), false],
    ['a run at the same instant', () => run(store, id, startedAt(1)), false],
    ['a run of another CronJob', () => run(store, other, startedAt(8)), false],
    ['a run that is told late', () => run(store, id, { ...startedAt(8), outcome: 'failed' }), true],
    ['a prune', () => store.prune({ before: NOW - 9 * DAY + 1, keeps: () => false, dryRun: false }), true],
  ];
  let last = await ask();
  for (const [what, change, changes] of steps) {
    await change();
    const next = await ask();
    assert.equal(next !== last, changes, what);
    last = next;
  }
  assert.equal(last.finished, 2);
});

storeTest('slots without a run that nothing excuses are told with their day', async (store) => {
  const id = await keep(store);
  await run(store, id, { startedAt: NOW - DAY });
  const slot = { outcome: 'skipped', message: null } as const;
  await store.slots.insert(id, [
    { ...slot, at: NOW - DAY, reason: 'NotStarted' },
    { ...slot, at: NOW - DAY + MINUTE, reason: 'Forbidden' },
    { ...slot, at: NOW - DAY + 2 * MINUTE, reason: 'Suspended' },
    { at: NOW - DAY + 3 * MINUTE, outcome: 'unknown', reason: null, message: null },
    { ...slot, at: NOW, reason: 'NotStarted' },
  ]);
  const days = await store.dailyStatistics.ofDays(id, TODAY - 1, TODAY);
  assert.deepEqual(
    days.map(({ day, finished, missed }) => [day, finished, missed]),
    [
      [TODAY - 1, 1, 2],
      [TODAY, 0, 1],
    ],
  );
});

storeTest('a prune leaves the days as they were', async (store) => {
  const id = await keep(store);
  for (const daysAgo of [0, 1, 1, 2, 2, 2]) {
    await run(store, id, { startedAt: NOW - daysAgo * DAY - daysAgo * MINUTE, seconds: 10 + daysAgo });
  }
  await run(store, id, { startedAt: NOW - 2 * DAY, outcome: 'failed' });
  const before = await store.dailyStatistics.ofDays(id, TODAY - 5, TODAY);
  for (const ago of [2 * DAY, 2 * DAY - MINUTE, DAY, 0]) {
    await store.prune({ before: NOW - ago, keeps: () => false, dryRun: false });
    assert.deepEqual(await store.dailyStatistics.ofDays(id, TODAY - 5, TODAY), before, `${ago} ms ago`);
  }
  await store.prune({ before: NOW + DAY, keeps: () => false, dryRun: false });
  assert.equal((await store.cronJobs.get('shop', 'backup', NOW))?.executionCount, 0);
  assert.deepEqual(await store.dailyStatistics.ofDays(id, TODAY - 5, TODAY), before);
});

storeTest('a run that is told late is added to the day whose runs are gone', async (store) => {
  const id = await keep(store);
  for (const seconds of [10, 30]) await run(store, id, { startedAt: NOW - 3 * DAY, seconds });
  await store.prune({ before: NOW - DAY, keeps: () => false, dryRun: false });
  await run(store, id, { startedAt: NOW - 3 * DAY, seconds: 50 });
  await run(store, id, { startedAt: NOW - 3 * DAY, seconds: 9, outcome: 'failed' });
  for (let time = 0; time < 2; time++) {
    const [day] = await store.dailyStatistics.ofDays(id, TODAY - 3, TODAY);
    assert.ok(day);
    assert.deepEqual([day.finished, day.succeeded, day.avgDurationMs], [4, 3, 30_000]);
    assert.equal(day.p50DurationMs, 20_000, 'of the runs that were there together');
    await store.prune({ before: NOW - DAY, keeps: () => false, dryRun: false });
  }
});

storeTest('the sums of days are those of their runs, however late these are told', async (store) => {
  const aRun = fc.record({
    startedAt: fc.integer({ min: NOW - 6 * DAY, max: NOW }),
    seconds: fc.integer({ min: 0, max: 500 }),
    outcome: fc.constantFrom('success', 'failed' as const),
    manual: fc.boolean(),
    attempts: fc.integer({ min: 1, max: 3 }),
  });
  let serial = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(aRun, { maxLength: 6 }), { maxLength: 4 }), async (batches) => {
      const id = await keep(store, { name: `cron-job-${(serial += 1)}` });
      for (const batch of batches) {
        for (const each of batch) await run(store, id, each);
        const days = await store.dailyStatistics.ofDays(id, TODAY - 7, TODAY);
        const { items } = await store.executions.list(id, { limit: 1_000, offset: 0 });
        const byDay = Map.groupBy(items, ({ startedAt }) => Math.floor(startedAt / DAY));
        assert.deepEqual(
          days.map(({ day }) => day),
          [...byDay.keys()].sort((a, b) => a - b),
        );
        for (const day of days) {
          const runs = byDay.get(day.day)!;
          const succeeded = runs.filter(({ outcome }) => outcome === 'success');
          const duration = succeeded.reduce((sum, { durationMs }) => sum + durationMs, 0);
          assert.equal(day.finished, runs.length);
          assert.equal(day.succeeded, succeeded.length);
          assert.equal(day.manual, runs.filter(({ manual }) => manual).length);
          assert.equal(day.flaky, succeeded.filter(({ attemptCount }) => attemptCount > 1).length);
          assert.equal(day.avgDurationMs, succeeded.length === 0 ? null : duration / succeeded.length);
        }
      }
    }),
    { numRuns: 12 },
  );
});

async function run(
  store: Store,
  id: number,
  fields: {
    readonly startedAt?: number;
    readonly seconds?: number;
    readonly outcome?: 'success' | 'failed';
    readonly manual?: boolean;
    readonly attempts?: number;
  },
): Promise<void> {
  const {
    startedAt = NOW - 3_600_000,
    seconds = 60,
    outcome = 'success',
    manual = false,
    attempts = 1,
  } = fields;
  const execution = anExecution({
    startedAt,
    completedAt: startedAt + seconds * SECOND,
    outcome,
    manual,
    scheduledFor: manual ? null : startedAt,
    attempts: Array.from({ length: attempts - 1 }, (_, index) => anAttempt({ number: index + 1 })),
  });
  await store.executions.insert(id, execution, NOW);
}
