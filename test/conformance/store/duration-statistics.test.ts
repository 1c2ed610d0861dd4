import assert from 'node:assert/strict';
import { DAY, HOUR, SECOND } from '../../../src/lib/duration.ts';
import type { Store } from '../../../src/store/store.ts';
import { anExecution, keep, NOW } from './builders.ts';
import { storeTest } from './stores.ts';

storeTest(
  'the last day stands beside the days before it, their borders counted once and what ended later not',
  async (store) => {
    const id = await keep(store);
    for (const [startedAt, seconds] of [
      [NOW - 15 * DAY - 1, 900],
      [NOW - 15 * DAY, 10],
      [NOW - DAY - 1, 20],
      [NOW - DAY, 30],
      [NOW - 50 * SECOND, 50],
      [NOW - 50 * SECOND + 1, 50],
      [NOW + 1, 900],
    ] as const) {
      await run(store, id, { startedAt, seconds });
    }
    const { recent, baseline } = await store.statistics.regressionFigures(id, { at: NOW, baselineDays: 14 });
    assert.deepEqual([recent.runs, baseline.runs], [2, 2]);
    assert.ok(Math.abs(recent.p95DurationMs! - 49_000) < 0.001, `${recent.p95DurationMs}`);
    assert.ok(Math.abs(baseline.p95DurationMs! - 19_500) < 0.001, `${baseline.p95DurationMs}`);
  },
);

storeTest("failed runs and other CronJobs' say nothing about durations", async (store) => {
  const [id, other] = await Promise.all([keep(store), keep(store, { name: 'other' })]);
  await run(store, id, { startedAt: NOW - HOUR, seconds: 5, outcome: 'failed' });
  await run(store, other, { startedAt: NOW - HOUR, seconds: 5 });
  assert.deepEqual(await store.statistics.regressionFigures(id, { at: NOW, baselineDays: 14 }), {
    recent: { runs: 0, p95DurationMs: null },
    baseline: { runs: 0, p95DurationMs: null },
  });
});

async function run(
  store: Store,
  id: number,
  {
    startedAt,
    seconds,
    outcome = 'success',
  }: { readonly startedAt: number; readonly seconds: number; readonly outcome?: 'success' | 'failed' },
): Promise<void> {
  const execution = anExecution({ startedAt, completedAt: startedAt + seconds * SECOND, outcome });
  await store.executions.insert(id, execution, NOW);
}
