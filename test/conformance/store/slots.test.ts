import assert from 'node:assert/strict';
import type { EmptySlot } from '../../../src/slot/slot.ts';
import { HOUR, MINUTE } from '../../../src/lib/duration.ts';
import { anExecution, keep, NOW } from './builders.ts';
import { storeTest } from './stores.ts';

const RANGE = { from: NOW, to: NOW + 9 * HOUR };

/** Skipped `hours` after NOW. */
function aSlot(hours: number, given: Partial<EmptySlot> = {}): EmptySlot {
  return { at: NOW + hours * HOUR, outcome: 'skipped', reason: 'NotStarted', message: null, ...given };
}

/** The run of the slot `hours` after NOW, which began `minutes` after it. */
function aRunOf(hours: number, minutes = 0) {
  const scheduledFor = NOW + hours * HOUR;
  return anExecution({ scheduledFor, startedAt: scheduledFor + minutes * MINUTE });
}

storeTest(
  'slots come with their runs, each once, newest first, and are counted by outcome',
  async (store) => {
    const id = await keep(store);
    const onTime = aRunOf(1);
    await store.executions.insert(id, onTime, NOW);
    await store.executions.insert(id, aRunOf(2, 30), NOW);
    await store.executions.insert(id, anExecution({ scheduledFor: null, manual: true }), NOW);
    const suspended = aSlot(3, { reason: 'Suspended', message: 'The CronJob was suspended.' });
    const unknown = aSlot(4, { outcome: 'unknown', reason: null, message: 'Nobody watched.' });
    await store.slots.insert(id, [suspended, unknown]);
    const decided = await store.slots.decided(id, RANGE, 10);
    assert.deepEqual(
      decided.map(({ at, outcome }) => [(at - NOW) / HOUR, outcome]),
      [
        [4, 'unknown'],
        [3, 'skipped'],
        [2, 'late'],
        [1, 'ran'],
      ],
    );
    assert.deepEqual(decided[1], { ...suspended, run: null });
    const { jobUid, jobName, startedAt } = onTime;
    assert.deepEqual(decided[3]?.run, { jobUid, jobName, startedAt });
    assert.deepEqual(await store.slots.totals(id, RANGE), { ran: 1, late: 1, skipped: 1, unknown: 1 });
  },
);

storeTest(
  'the first slot with an outcome is found from an instant on, with a run or without',
  async (store) => {
    const id = await keep(store);
    const other = await keep(store, { name: 'other' });
    await store.slots.insert(other, [aSlot(0)]);
    await store.slots.insert(id, [aSlot(1), aSlot(4)]);
    await store.executions.insert(id, aRunOf(2), NOW);
    await store.executions.insert(id, anExecution({ scheduledFor: null, startedAt: NOW }), NOW);
    const hours = [0, 1, 1.5, 3, 5].map((hour) => NOW + hour * HOUR);
    const found = await Promise.all(hours.map((from) => store.slots.firstDecided(id, from)));
    assert.deepEqual(
      found.map((at) => at && (at - NOW) / HOUR),
      [1, 1, 2, 4, null],
    );
  },
);

storeTest('a range has both its ends, and a limit keeps the newest', async (store) => {
  const id = await keep(store);
  await store.slots.insert(
    id,
    [1, 2, 3, 4].map((hours) => aSlot(hours)),
  );
  const range = { from: NOW + 2 * HOUR, to: NOW + 4 * HOUR };
  const hours = async (limit: number) =>
    (await store.slots.decided(id, range, limit)).map(({ at }) => (at - NOW) / HOUR);
  assert.deepEqual(await hours(10), [4, 3, 2]);
  assert.deepEqual(await hours(2), [4, 3]);
  assert.equal((await store.slots.totals(id, range)).skipped, 3);
});

storeTest('a slot that is judged again has the last judgement', async (store) => {
  const id = await keep(store);
  await store.slots.insert(id, [aSlot(1)]);
  await store.slots.insert(id, [aSlot(1, { reason: 'CreationFailed', message: 'no' })]);
  const [slot] = await store.slots.decided(id, RANGE, 10);
  assert.deepEqual([slot?.reason, slot?.message], ['CreationFailed', 'no']);
});

storeTest('a slot for which a run started after all is the run alone', async (store) => {
  const id = await keep(store);
  await store.slots.insert(id, [aSlot(1), aSlot(2)]);
  await store.executions.insert(id, aRunOf(1, 90), NOW);
  assert.deepEqual(await store.slots.totals(id, RANGE), { ran: 0, late: 1, skipped: 1, unknown: 0 });
  assert.equal((await store.slots.decided(id, RANGE, 10)).length, 2);
  await store.slots.remove(id, [NOW + 2 * HOUR]);
  assert.deepEqual(await store.slots.totals(id, RANGE), { ran: 0, late: 1, skipped: 0, unknown: 0 });
});

storeTest('of two runs for one slot the first counts', async (store) => {
  const id = await keep(store);
  await store.executions.insert(id, aRunOf(1, 5), NOW);
  const first = aRunOf(1);
  await store.executions.insert(id, first, NOW);
  assert.deepEqual(await store.slots.totals(id, RANGE), { ran: 1, late: 0, skipped: 0, unknown: 0 });
  const [slot] = await store.slots.decided(id, RANGE, 10);
  assert.equal(slot?.run?.jobUid, first.jobUid);
});

storeTest('slots belong to their CronJob', async (store) => {
  const id = await keep(store);
  const other = await keep(store, { name: 'other' });
  await store.slots.insert(other, [aSlot(1)]);
  assert.deepEqual(await store.slots.decided(id, RANGE, 10), []);
  assert.deepEqual(await store.slots.totals(id, RANGE), { ran: 0, late: 0, skipped: 0, unknown: 0 });
});

storeTest('more slots than one statement takes are kept all the same', async (store) => {
  const id = await keep(store);
  const many = Array.from({ length: 8_000 }, (_, index) => aSlot(0, { at: NOW + index }));
  await store.slots.insert(id, many);
  assert.equal((await store.slots.totals(id, { from: NOW, to: NOW + 8_000 })).skipped, 8_000);
});

storeTest('a prune takes the slots before it, however many, and a dry run none', async (store) => {
  const id = await keep(store);
  const old = Array.from({ length: 1_200 }, (_, index) => aSlot(0, { at: NOW - 1 - index }));
  await store.slots.insert(id, [...old, aSlot(0)]);
  const range = { from: 0, to: NOW + HOUR };
  const request = { before: NOW, keeps: () => false };
  await store.prune({ ...request, dryRun: true });
  assert.equal((await store.slots.totals(id, range)).skipped, 1_201);
  await store.prune({ ...request, dryRun: false });
  assert.deepEqual(await store.slots.list(id, { ...range, limit: 10 }), [aSlot(0)]);
});

storeTest('a watch session lasts until it was last heard of, and begins once', async (store) => {
  const { watchSessions } = store;
  await watchSessions.extend({ startedAt: NOW, until: NOW });
  await watchSessions.extend({ startedAt: NOW, until: NOW + 5 });
  await watchSessions.extend({ startedAt: NOW + 10, until: NOW + 20 });
  await watchSessions.extend({ startedAt: NOW + 30, until: NOW + 40 });
  const starts = async (since: number) =>
    (await watchSessions.since(since)).map(({ startedAt, until }) => [startedAt - NOW, until - NOW]);
  assert.deepEqual(await starts(NOW), [
    [0, 5],
    [10, 20],
    [30, 40],
  ]);
  assert.deepEqual(
    await starts(NOW + 25),
    [
      [10, 20],
      [30, 40],
    ],
    'the one before tells where the gap begins',
  );
});

storeTest('old watch sessions are forgotten but the last, which tells where a gap begins', async (store) => {
  const { watchSessions } = store;
  for (const at of [0, 10, 20, 30]) await watchSessions.extend({ startedAt: NOW + at, until: NOW + at + 5 });
  const starts = async (since: number) =>
    (await watchSessions.since(since)).map(({ startedAt }) => startedAt - NOW);
  const before = await starts(NOW + 20);
  await watchSessions.forgetBefore(NOW + 20);
  assert.deepEqual(await starts(NOW + 20), before);
  assert.deepEqual(await starts(0), [10, 20, 30]);
  await watchSessions.forgetBefore(NOW + 100);
  assert.deepEqual(await starts(0), [30], 'one is always there');
});

storeTest(
  'an execution moves the last success and the last start, and pruning takes neither back',
  async (store) => {
    const id = await keep(store);
    await store.executions.insert(id, anExecution({ startedAt: NOW - 5 * HOUR }), NOW);
    await store.executions.insert(id, anExecution({ startedAt: NOW - 3 * HOUR, outcome: 'failed' }), NOW);
    await store.executions.insert(id, anExecution({ startedAt: NOW - 4 * HOUR, outcome: 'failed' }), NOW);
    await store.prune({ before: NOW, dryRun: false, keeps: () => false });
    const row = await store.cronJobs.find('shop', 'backup');
    assert.deepEqual([row?.lastSuccessAt, row?.lastStartedAt], [NOW - 5 * HOUR + MINUTE, NOW - 3 * HOUR]);
  },
);

storeTest('the runs that slots are judged by are those that ended later', async (store) => {
  const id = await keep(store);
  const run = aRunOf(1);
  await store.executions.insert(id, run, NOW);
  assert.deepEqual(await store.executions.startedRunsSince(id, run.completedAt), []);
  assert.deepEqual(await store.executions.startedRunsSince(id, run.completedAt - 1), [
    {
      jobUid: run.jobUid,
      jobName: run.jobName,
      slot: run.scheduledFor,
      startedAt: run.startedAt,
      endedAt: run.completedAt,
      outcome: 'success',
      remains: false,
    },
  ]);
});
