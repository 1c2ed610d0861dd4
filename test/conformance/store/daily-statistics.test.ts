import assert from 'node:assert/strict';
import { NO_RUNS } from '../../../src/execution/run-statistics.ts';
import { DAY, MINUTE, SECOND } from '../../../src/lib/duration.ts';
import type { Store } from '../../../src/store/store.ts';
import { anExecution, keep, NOW } from './builders.ts';
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
    { ...NO_RUNS, day: TODAY, finished: 1 },
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

async function run(
  store: Store,
  id: number,
  { startedAt = NOW - 3_600_000, seconds = 60, outcome = 'success' as 'success' | 'failed' },
): Promise<void> {
  const execution = anExecution({ startedAt, completedAt: startedAt + seconds * SECOND, outcome });
  await store.executions.insert(id, execution, NOW);
}
