import assert from 'node:assert/strict';
import { DAY, HOUR, MINUTE } from '../../../src/lib/duration.ts';
import type { Store } from '../../../src/store/store.ts';
import { aCronJob, anAlert, anExecution, keep, NOW } from './builders.ts';
import { storeTest } from './stores.ts';

const FROM = NOW - 24 * HOUR;

function run(store: Store, id: number, startedAt: number, fields: Parameters<typeof anExecution>[0] = {}) {
  return store.executions.insert(id, anExecution({ startedAt, ...fields }), NOW);
}

storeTest('the timeline has every run that was under way in its range, by start', async (store) => {
  const id = await keep(store);
  const other = await keep(store, { name: 'other' });
  await run(store, id, FROM - HOUR, { completedAt: FROM - 1 });
  await run(store, id, FROM - HOUR, {
    completedAt: FROM + HOUR,
    outcome: 'failed',
    reason: 'DeadlineExceeded',
  });
  await run(store, id, NOW - HOUR, { manual: true });
  await run(store, id, NOW + 1, { completedAt: NOW + HOUR });
  await run(store, other, NOW - HOUR);
  const runs = await store.timeline.runs([id], FROM, NOW);
  assert.deepEqual(runs, [
    {
      cronJobId: id,
      startedAt: FROM - HOUR,
      durationMs: 2 * HOUR,
      outcome: 'failed',
      manual: false,
      reason: 'DeadlineExceeded',
    },
    {
      cronJobId: id,
      startedAt: NOW - HOUR,
      durationMs: MINUTE,
      outcome: 'success',
      manual: true,
      reason: null,
    },
  ]);
  assert.deepEqual(
    await store.timeline.counts([id, other], FROM, NOW),
    new Map([
      [id, 2],
      [other, 1],
    ]),
  );
});

storeTest('the timeline has runs of any length that span its range, each once', async (store) => {
  const id = await keep(store);
  const to = FROM + HOUR;
  const spanning = [
    { startedAt: FROM - 40 * DAY, completedAt: NOW },
    { startedAt: FROM - 39 * DAY, completedAt: FROM },
    { startedAt: FROM - DAY - 1, completedAt: FROM },
    { startedAt: FROM - DAY, completedAt: to + 3 * DAY },
    { startedAt: FROM - DAY, completedAt: FROM },
    { startedAt: FROM - HOUR, completedAt: to + 1 },
    { startedAt: FROM - 1, completedAt: FROM },
    { startedAt: to, completedAt: to + 2 * DAY },
  ];
  const others = [
    { startedAt: FROM - 40 * DAY, completedAt: FROM - 1 },
    { startedAt: FROM - DAY, completedAt: FROM - 1 },
    { startedAt: to + 1, completedAt: to + 2 * DAY },
  ];
  for (const fields of [...spanning, ...others]) await run(store, id, fields.startedAt, fields);
  const runs = await store.timeline.runs([id], FROM, to);
  assert.deepEqual(
    runs.map(({ startedAt, durationMs }) => ({ startedAt, completedAt: startedAt + durationMs })),
    spanning,
  );
  assert.deepEqual(await store.timeline.counts([id], FROM, to), new Map([[id, spanning.length]]));
});

storeTest('bins count the starts of whole steps, whatever the time of day of the range', async (store) => {
  const id = await keep(store);
  const from = FROM + 7 * MINUTE + 13;
  await run(store, id, from, { outcome: 'failed' });
  await run(store, id, from + 10 * MINUTE - 1);
  await run(store, id, from + 10 * MINUTE);
  assert.deepEqual(await store.timeline.bins([id], from, NOW, 10 * MINUTE), [
    { cronJobId: id, step: 0, runs: 2, failed: 1 },
    { cronJobId: id, step: 1, runs: 1, failed: 0 },
  ]);
});

storeTest(
  'slots without a run are told, those alike in a step once, and not where a run came after all',
  async (store) => {
    const id = await keep(store);
    const empty = (minutes: number, reason: 'Forbidden' | null) =>
      ({
        at: FROM + minutes * MINUTE,
        outcome: reason === null ? 'unknown' : 'skipped',
        reason,
        message: null,
      }) as const;
    await store.slots.insert(id, [
      empty(1, 'Forbidden'),
      empty(2, 'Forbidden'),
      empty(3, null),
      empty(12, 'Forbidden'),
      empty(20, 'Forbidden'),
    ]);
    await run(store, id, FROM + 21 * MINUTE, { scheduledFor: FROM + 20 * MINUTE });
    const found = await store.timeline.emptySlots([id], FROM, NOW, 10 * MINUTE);
    assert.deepEqual(
      found.map(({ at, reason, slots }) => [(at - FROM) / MINUTE, reason, slots]),
      [
        [1, 'Forbidden', 2],
        [3, null, 1],
        [12, 'Forbidden', 1],
      ],
    );
  },
);

storeTest('names lead to CronJobs that are not deleted, by namespace and name', async (store) => {
  await keep(store, { namespace: 'b', name: 'one' });
  await keep(store, { namespace: 'a', name: 'two' });
  await keep(store, { namespace: 'a', name: 'gone' });
  await store.cronJobs.markDeleted({ namespace: 'a', name: 'gone' }, NOW);
  const names = ['b/one', 'a/two', 'a/gone', 'a/one'].map((text) => {
    const [namespace = '', name = ''] = text.split('/');
    return { namespace, name };
  });
  const found = await store.timeline.cronJobs(names);
  assert.deepEqual(
    found.map(({ namespace, name }) => `${namespace}/${name}`),
    ['a/two', 'b/one'],
  );
});

storeTest('a density counts the CronJobs of its filter alone', async (store) => {
  const healthy = await keep(store, { namespace: 'data', name: 'load_all' });
  const critical = await keep(store, { namespace: 'shop', name: 'loadXall' });
  const suspended = await keep(store, { namespace: 'shop', name: 'paused', suspend: true });
  await store.alerts.insert(critical, anAlert({ severity: 'critical' }));
  for (const id of [healthy, critical, suspended]) await run(store, id, NOW - HOUR);
  await run(store, critical, NOW - HOUR, { outcome: 'failed' });
  const counts = async (filter: Parameters<Store['timeline']['density']>[0]) => {
    const [row] = await store.timeline.density(filter, NOW - HOUR, NOW, HOUR);
    return row === undefined ? 0 : [row.runs, row.failed];
  };
  assert.deepEqual(await counts({}), [4, 1]);
  assert.deepEqual(await counts({ namespace: 'shop' }), [3, 1]);
  assert.deepEqual(await counts({ search: 'SHOP/LOAD' }), [2, 1]);
  // The underscore is itself, not any character.
  assert.deepEqual(await counts({ search: 'load_all' }), [1, 0]);
  assert.deepEqual(await counts({ state: 'critical' }), [2, 1]);
  assert.deepEqual(await counts({ state: 'suspended' }), [1, 0]);
  assert.deepEqual(await counts({ state: 'healthy' }), [1, 0]);
  assert.deepEqual(await counts({ state: 'warning' }), 0);
  assert.deepEqual(await counts({ state: 'running' }), 0);
});

storeTest('a density adds up more CronJobs than are counted at once', async (store) => {
  const ids = await store.transaction((tx) =>
    Promise.all(Array.from({ length: 201 }, (_, index) => keep(tx, { name: `job-${index}` }))),
  );
  await run(store, ids[0]!, FROM + HOUR);
  await run(store, ids[150]!, FROM, { outcome: 'failed' });
  await run(store, ids[200]!, FROM + HOUR, { outcome: 'failed' });
  assert.deepEqual(await store.timeline.density({}, FROM, NOW, HOUR), [
    { step: 0, runs: 1, failed: 1 },
    { step: 1, runs: 2, failed: 1 },
  ]);
});

storeTest(
  'CronJobs that are due alike share a schedule; those without a next run have none',
  async (store) => {
    const next = NOW + HOUR;
    for (const name of ['a', 'b', 'c']) {
      await store.cronJobs.upsert(aCronJob({ name }), {
        nextRunAt: name === 'c' ? null : next,
        windowDays: 7,
        observedAt: NOW,
      });
    }
    assert.deepEqual(await store.timeline.schedules({}), [
      { schedule: '0 * * * *', timeZone: null, nextRunAt: next, cronJobs: 2 },
    ]);
  },
);
