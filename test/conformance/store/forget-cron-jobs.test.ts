import assert from 'node:assert/strict';
import { DAY } from '../../../src/lib/duration.ts';
import type { Store } from '../../../src/store/store.ts';
import { aCronJob, aDelivery, anAlert, anExecution, keep, NOW } from './builders.ts';
import { storeTest } from './stores.ts';

/** A CronJob that was deleted. */
async function keepDeleted(store: Store, name: string): Promise<number> {
  const id = await keep(store, { name });
  await store.cronJobs.markDeleted({ namespace: 'shop', name }, NOW);
  return id;
}

function forget(store: Store, cronJobIds: readonly number[], kept: readonly number[] = []): Promise<number> {
  return store.forgetCronJobs({ cronJobIds, keeps: (id) => kept.includes(id) });
}

async function names(store: Store): Promise<readonly string[]> {
  return (await store.cronJobs.all()).map(({ name }) => name);
}

storeTest('a deleted CronJob goes for good when nothing of it is kept, and only then', async (store) => {
  const ids = [await keep(store, { name: 'present' })];
  for (const name of ['gone', 'with-alert', 'with-run', 'with-slot', 'kept']) {
    ids.push(await keepDeleted(store, name));
  }
  const [, , withAlert, withRun, withSlot, kept] = ids;
  await store.alerts.insert(withAlert!, anAlert({ id: 'old', resolvedAt: NOW }));
  await store.deliveries.insert([aDelivery({ alertId: 'old' })]);
  await store.executions.insert(withRun!, anExecution(), NOW);
  await store.slots.insert(withSlot!, [{ at: NOW, outcome: 'unknown', reason: null, message: null }]);
  await keepDeleted(store, 'not-asked-for');
  assert.equal(await forget(store, ids, [kept!]), 1);
  const left = ['kept', 'not-asked-for', 'present', 'with-alert', 'with-run', 'with-slot'];
  assert.deepEqual(await names(store), left);
  assert.equal((await store.deliveries.ofAlert('old')).length, 1);
});

storeTest('its days and memberships go with it', async (store) => {
  const id = await keepDeleted(store, 'gone');
  const monitor = { uid: 'm', namespace: 'shop', name: 'm', generation: 1, spec: {} };
  const monitorId = await store.monitors.upsert(monitor);
  await store.monitors.replaceMembers(monitorId, [id]);
  const startedAt = NOW - 3 * DAY;
  await store.executions.insert(id, anExecution({ startedAt }), NOW);
  await store.prune({ before: NOW, keeps: () => false, dryRun: false });
  const day = Math.floor(startedAt / DAY);
  assert.equal((await store.dailyStatistics.ofDays(id, day, day + 1)).length, 1);
  assert.equal(await forget(store, [id]), 1);
  assert.deepEqual(await store.dailyStatistics.ofDays(id, day, day + 1), []);
  assert.deepEqual(await store.monitors.ofCronJob(id), []);
  assert.equal((await store.monitors.list())[0]?.cronJobCount, 0);
});

storeTest('a CronJob that comes later has none of the numbers of one that went', async (store) => {
  const id = await keepDeleted(store, 'gone');
  await store.executions.insert(id, anExecution(), NOW);
  assert.equal((await store.cronJobs.get('shop', 'gone', NOW))?.statistics.finished, 1);
  await store.prune({ before: NOW, keeps: () => false, dryRun: false });
  assert.equal(await forget(store, [id]), 1);
  const next = await keep(store, { name: 'next' });
  // As many changes as the first had when its statistics were asked for; SQLite gives it the same id.
  await store.executions.insert(next, anExecution({ startedAt: NOW - 20 * DAY }), NOW);
  assert.equal((await store.cronJobs.get('shop', 'next', NOW))?.statistics.finished, 0);
});

storeTest('hundreds go in one pass, and none once it is told to end', async (store) => {
  const ids = await Promise.all(
    Array.from({ length: 250 }, (_, index) =>
      store.cronJobs.upsert(aCronJob({ name: `preview-${index}` }), {
        nextRunAt: null,
        windowDays: 7,
        observedAt: NOW,
      }),
    ),
  );
  for (let index = 0; index < ids.length; index++) {
    await store.cronJobs.markDeleted({ namespace: 'shop', name: `preview-${index}` }, NOW);
  }
  const signal = AbortSignal.abort();
  assert.equal(await store.forgetCronJobs({ cronJobIds: ids, keeps: () => false, signal }), 0);
  assert.equal(await forget(store, ids), 250);
  assert.deepEqual(await names(store), []);
});
