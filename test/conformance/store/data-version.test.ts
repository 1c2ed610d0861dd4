import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStore, type Store } from '../../../src/store/store.ts';
import { anExecution, keep } from './builders.ts';
import { NOW } from './builders.ts';
import { aDatabasePath, silent, storeTest } from './stores.ts';

storeTest('the data has another version after every change, in a transaction or not', async (store) => {
  const versions = [await store.dataVersion()];
  const id = await keep(store);
  versions.push(await store.dataVersion());
  await store.transaction((tx) => tx.executions.insert(id, anExecution(), NOW));
  versions.push(await store.dataVersion());
  await store.slots.insert(id, [{ at: NOW, outcome: 'unknown', reason: null, message: null }]);
  versions.push(await store.dataVersion());
  assert.equal(new Set(versions).size, 4);
  for (const version of versions) assert.match(version, /^[\w-]+$/);
});

storeTest('reading leaves the version of the data as it is', async (store) => {
  await keep(store);
  // A database server may have changed it for reasons of its own, once.
  for (let time = 1; ; time++) {
    const before = await store.dataVersion();
    await Promise.all([store.cronJobs.list({}, NOW), store.monitors.list()]);
    const after = await store.dataVersion();
    if (after === before) return;
    assert.ok(time < 5, `${before} became ${after}`);
  }
});

test('what another process writes is another version, and no two openings share one', async (t) => {
  const path = aDatabasePath(t);
  const open = async (): Promise<Store> => {
    const store = await openStore({ path, log: silent });
    t.after(() => store.close());
    return store;
  };
  const [one, other] = [await open(), await open()];
  const before = await one.dataVersion();
  assert.notEqual(await other.dataVersion(), before);
  await keep(other);
  assert.notEqual(await one.dataVersion(), before);
});
