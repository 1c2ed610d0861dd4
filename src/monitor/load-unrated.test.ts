import assert from 'node:assert/strict';
import { test } from 'node:test';
import { T0 } from '../execution/testing.ts';
import { MINUTE, SECOND } from '../lib/duration.ts';
import { loadUnrated } from './load-unrated.ts';

const QUARTER = 15 * MINUTE;
const SLOT: number | null = T0 - MINUTE;

/** Of the run that ended at T0 for the slot a minute before, recorded a second after its end. */
async function unrated(stoppedAt: number | null, { scheduledFor = SLOT, startedAt = T0 + 90 * MINUTE } = {}) {
  const executions = {
    recordedUids: async () => new Set<string>(),
    recentOutcomes: async () => [],
    startedRunsSince: async () => [],
    lastRecorded: async () => ({ completedAt: T0, scheduledFor, observedAt: T0 + SECOND }),
  };
  const startedAfter = stoppedAt === null ? null : { from: stoppedAt, to: startedAt };
  const { toRate, toCompare } = await loadUnrated({ executions }, 1, startedAfter);
  return { rates: toRate.map(({ at }) => at), compares: toCompare };
}

test('of a process that stopped as soon as a run was recorded both are left to be judged', async () => {
  assert.deepEqual(await unrated(T0 + 2 * SECOND), { rates: [T0], compares: [T0 + QUARTER] });
});

test('of one that looked on for a while the rate was judged', async () => {
  assert.deepEqual(await unrated(T0 + MINUTE), { rates: [], compares: [T0 + QUARTER] });
});

test('of one that saw the quarter of an hour end nothing is left', async () => {
  assert.deepEqual(await unrated(T0 + QUARTER + SECOND), { rates: [], compares: [] });
});

test('of one that stopped as the quarter ended the durations are left', async () => {
  assert.deepEqual(await unrated(T0 + QUARTER + 400), { rates: [], compares: [T0 + QUARTER] });
});

test('no rate counts a run that was started by hand', async () => {
  const left = await unrated(T0 + 2 * SECOND, { scheduledFor: null });
  assert.deepEqual(left, { rates: [], compares: [T0 + QUARTER] });
});

test('while nobody was away nothing is left', async () => {
  assert.deepEqual(await unrated(null), { rates: [], compares: [] });
});

test('of a run that this process recorded itself nothing is left', async () => {
  assert.deepEqual(await unrated(T0 - 2 * MINUTE, { startedAt: T0 }), { rates: [], compares: [] });
});
