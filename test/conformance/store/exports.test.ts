import assert from 'node:assert/strict';
import { HOUR, MINUTE } from '../../../src/lib/duration.ts';
import { ROWS_PER_PAGE } from '../../../src/store/keyset-pages.ts';
import { anAlert, anExecution, keep, NOW } from './builders.ts';
import { storeTest } from './stores.ts';

storeTest('executions come by namespace and CronJob, the newest of each first', async (store) => {
  for (const [namespace, name] of [
    ['web', 'a'],
    ['shop', 'b'],
    ['shop', 'a'],
  ] as const) {
    const id = await keep(store, { namespace, name });
    for (const ago of [3, 1, 2]) {
      const jobName = `${name}-${ago}`;
      await store.executions.insert(id, anExecution({ jobName, startedAt: NOW - ago * HOUR }), NOW);
    }
  }
  const rows = await all(store.exports.executions({}));
  assert.deepEqual(
    rows.map((row) => `${row.namespace}/${row.cronJobName} ${row.jobName}`),
    [
      'shop/a a-1',
      'shop/a a-2',
      'shop/a a-3',
      'shop/b b-1',
      'shop/b b-2',
      'shop/b b-3',
      'web/a a-1',
      'web/a a-2',
      'web/a a-3',
    ],
  );
});

storeTest('an exported execution is told as it is kept', async (store) => {
  const id = await keep(store);
  const run = anExecution({
    outcome: 'failed',
    reason: 'DeadlineExceeded',
    exitCode: -1,
    jobName: 'backup-9',
  });
  await store.executions.insert(id, run, NOW);
  assert.deepEqual(await all(store.exports.executions({})), [
    {
      jobUid: run.jobUid,
      namespace: 'shop',
      cronJobName: 'backup',
      jobName: 'backup-9',
      outcome: 'failed',
      reason: 'DeadlineExceeded',
      startedAt: NOW - HOUR,
      completedAt: NOW - HOUR + MINUTE,
      durationMs: MINUTE,
      exitCode: -1,
    },
  ]);
});

storeTest('no execution is lost or told twice where many started at one instant', async (store) => {
  const id = await keep(store);
  const count = 2 * ROWS_PER_PAGE + 3;
  await store.transaction((tx) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        tx.executions.insert(id, anExecution({ startedAt: NOW - Math.floor(index / 400) * MINUTE }), NOW),
      ),
    ),
  );
  const rows = await all(store.exports.executions({}));
  assert.equal(new Set(rows.map(({ jobUid }) => jobUid)).size, count);
  assert.equal(rows.length, count);
  assert.ok(rows.every((row, index) => index === 0 || row.startedAt <= rows[index - 1]!.startedAt));
});

storeTest('executions are chosen by namespace, CronJob and start, both ends included', async (store) => {
  const ids = await Promise.all([
    keep(store),
    keep(store, { name: 'other' }),
    keep(store, { namespace: 'web' }),
  ]);
  for (const id of ids) {
    for (const ago of [1, 2, 3]) {
      await store.executions.insert(id, anExecution({ startedAt: NOW - ago * HOUR }), NOW);
    }
  }
  const count = async (criteria: Parameters<typeof store.exports.executions>[0]) =>
    (await all(store.exports.executions(criteria))).length;
  assert.equal(await count({ namespace: 'shop' }), 6);
  assert.equal(await count({ cronJob: 'backup' }), 6);
  assert.equal(await count({ namespace: 'shop', cronJob: 'backup' }), 3);
  assert.equal(await count({ namespace: 'nowhere' }), 0);
  assert.equal(await count({ from: NOW - 2 * HOUR, to: NOW - 2 * HOUR }), 3);
  assert.equal(await count({ namespace: 'web', from: NOW - 2 * HOUR }), 2);
});

storeTest('executions are chosen by their outcome, and by name and state of their CronJob', async (store) => {
  const failing = await keep(store, { name: 'nightly_export' });
  const fine = await keep(store, { name: 'nightly-import' });
  const gone = await keep(store, { name: 'nightly-gone' });
  await store.alerts.insert(failing, anAlert({ cronJobName: 'nightly_export' }));
  for (const [index, id] of [failing, fine, gone].entries()) {
    await store.executions.insert(id, anExecution({ jobName: `run-${index}`, outcome: 'failed' }), NOW);
    await store.executions.insert(id, anExecution({ jobName: `good-${index}` }), NOW);
  }
  await store.cronJobs.markDeleted({ namespace: 'shop', name: 'nightly-gone' }, NOW);
  const chosen = async (criteria: Parameters<typeof store.exports.executions>[0]) =>
    (await all(store.exports.executions({ outcome: 'failed', ...criteria }))).map(({ jobName }) => jobName);
  assert.deepEqual(await chosen({}), ['run-2', 'run-1', 'run-0']);
  assert.deepEqual(await chosen({ search: 'SHOP/nightly_' }), ['run-0']);
  assert.deepEqual(await chosen({ search: 'gone' }), ['run-2']);
  assert.deepEqual(await chosen({ state: 'healthy' }), ['run-1']);
  assert.deepEqual(await chosen({ state: 'critical', search: 'import' }), []);
});

storeTest('executions of a deleted CronJob are exported too', async (store) => {
  const id = await keep(store);
  await store.executions.insert(id, anExecution(), NOW);
  await store.cronJobs.markDeleted({ namespace: 'shop', name: 'backup' }, NOW);
  assert.equal((await all(store.exports.executions({}))).length, 1);
});

storeTest('alerts come newest first over all pages, chosen as in lists', async (store) => {
  const [backup, other] = await Promise.all([keep(store), keep(store, { name: 'other' })]);
  const count = ROWS_PER_PAGE + 5;
  await store.transaction(async (tx) => {
    for (let index = 0; index < count; index++) {
      // Three open at one instant, so that a page ends among equals.
      const openedAt = NOW - Math.floor(index / 3) * MINUTE;
      await tx.alerts.insert(backup, anAlert({ openedAt, resolvedAt: openedAt + 1, resolution: 'over' }));
    }
    await tx.alerts.insert(other, anAlert({ openedAt: NOW - 10 * HOUR, severity: 'warning' }));
  });
  const rows = await all(store.exports.alerts({}));
  assert.equal(rows.length, count + 1);
  assert.equal(new Set(rows.map(({ id }) => id)).size, count + 1);
  assert.ok(
    rows.every(({ openedAt, id }, index) => {
      const before = rows[index - 1];
      return (
        before === undefined || before.openedAt > openedAt || (before.openedAt === openedAt && before.id > id)
      );
    }),
  );
  const [open, ...more] = await all(store.exports.alerts({ active: true }));
  assert.equal(open?.cronJobName, 'other');
  assert.equal(more.length, 0);
  assert.equal((await all(store.exports.alerts({ severity: 'warning', cronJob: 'backup' }))).length, 0);
});

async function all<Item>(pages: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of pages) items.push(...page);
  return items;
}
