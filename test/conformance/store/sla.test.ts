import assert from 'node:assert/strict';
import type { Execution } from '../../../src/execution/execution.ts';
import { NO_SLOTS } from '../../../src/execution/sla.ts';
import { DAY, HOUR, MINUTE } from '../../../src/lib/duration.ts';
import type { Store } from '../../../src/store/store.ts';
import { anExecution, keep, NOW } from './builders.ts';
import { storeTest } from './stores.ts';

const WEEK = { from: NOW - 7 * DAY, to: NOW, maintenance: [] };

storeTest('slots count by when they were due, whenever their runs started and ended', async (store) => {
  const id = await keep(store);
  await ran(store, id, { slot: WEEK.from, startsAfter: MINUTE });
  await ran(store, id, { slot: WEEK.from + 1, outcome: 'failed' });
  await ran(store, id, { slot: NOW - HOUR, startsAfter: HOUR + MINUTE });
  await ran(store, id, { slot: NOW });
  await ran(store, id, { slot: NOW + 1 });
  assert.deepEqual(await store.sla.counts(id, WEEK), { ...NO_SLOTS, succeeded: 2, failed: 1 });
});

storeTest('manual runs are told and do not count', async (store) => {
  const id = await keep(store);
  await ran(store, id, { slot: NOW - HOUR });
  for (const startedAt of [WEEK.from, WEEK.from + 1, NOW]) {
    await store.executions.insert(id, anExecution({ manual: true, scheduledFor: null, startedAt }), NOW);
  }
  const counts = await store.sla.counts(id, WEEK);
  assert.deepEqual(counts, { ...NO_SLOTS, succeeded: 1, excluded: { ...NO_SLOTS.excluded, manual: 2 } });
});

storeTest('slots within maintenance are told and do not count, its end not included', async (store) => {
  const id = await keep(store);
  const maintenance = [
    { from: NOW - 5 * HOUR, until: NOW - 4 * HOUR },
    { from: NOW - 2 * HOUR, until: NOW - HOUR },
  ];
  for (const hours of [6, 5, 4, 3, 2, 1])
    await ran(store, id, { slot: NOW - hours * HOUR, outcome: 'failed' });
  const counts = await store.sla.counts(id, { ...WEEK, maintenance });
  assert.deepEqual(counts, { ...NO_SLOTS, failed: 4, excluded: { ...NO_SLOTS.excluded, maintenance: 2 } });
});

storeTest('many CronJobs are counted each by itself, and one without runs too', async (store) => {
  const ids = await Promise.all(['a', 'b', 'c'].map((name) => keep(store, { name })));
  const [a, b, c] = ids as [number, number, number];
  for (const hours of [1, 2]) await ran(store, a, { slot: NOW - hours * HOUR });
  await ran(store, b, { slot: NOW - HOUR, outcome: 'failed' });
  const counts = await store.sla.countsOf(ids, WEEK);
  assert.deepEqual(counts.get(a), { ...NO_SLOTS, succeeded: 2 });
  assert.deepEqual(counts.get(b), { ...NO_SLOTS, failed: 1 });
  assert.deepEqual(counts.get(c), NO_SLOTS);
});

storeTest(
  'the slots of a span come oldest first, without its first instant and manual runs',
  async (store) => {
    const id = await keep(store);
    for (const hours of [1, 3, 2, 4]) {
      await ran(store, id, { slot: NOW - hours * HOUR, outcome: hours === 2 ? 'failed' : 'success' });
    }
    await store.executions.insert(id, anExecution({ manual: true, scheduledFor: null }), NOW);
    const slots = await store.sla.slots(id, { from: NOW - 4 * HOUR, to: NOW - HOUR });
    assert.deepEqual(slots, [
      { at: NOW - 3 * HOUR, succeeded: true },
      { at: NOW - 2 * HOUR, succeeded: false },
      { at: NOW - HOUR, succeeded: true },
    ]);
  },
);

interface Run {
  readonly slot: number;
  readonly startsAfter?: number;
  readonly outcome?: Execution['outcome'];
}

async function ran(
  store: Store,
  id: number,
  { slot, startsAfter = 0, outcome = 'success' }: Run,
): Promise<void> {
  const run = anExecution({ scheduledFor: slot, startedAt: slot + startsAfter, outcome });
  await store.executions.insert(id, run, NOW);
}
