import assert from 'node:assert/strict';
import type { Execution } from '../../../src/execution/execution.ts';
import { MINUTE } from '../../../src/lib/duration.ts';
import type { AlertFilter } from '../../../src/store/alerts.ts';
import { anAlert, anExecution, keep, NOW } from './builders.ts';
import { storeTest } from './stores.ts';

const ALL = { limit: 1_000, offset: 0 };

storeTest('an alert comes back as it was raised', async (store) => {
  const id = await keep(store);
  const alert = anAlert({ suggestedFix: 'Look at the log', jobUid: null, jobName: null });
  assert.equal(await store.alerts.insert(id, alert), true);
  assert.deepEqual(await store.alerts.get(alert.id), alert);
  assert.deepEqual(await store.alerts.openOf(id), [alert]);
  assert.equal(await store.alerts.get('no-such-alert'), null);
});

storeTest('an alert told twice is kept once, as it was first', async (store) => {
  const id = await keep(store);
  const alert = anAlert();
  await store.alerts.insert(id, alert);
  assert.equal(await store.alerts.insert(id, { ...alert, message: 'another text' }), false);
  assert.deepEqual(await store.alerts.get(alert.id), alert);
});

storeTest('at most one alert is open for a cause; a resolved one makes room', async (store) => {
  const id = await keep(store);
  const first = anAlert();
  const second = anAlert();
  await store.alerts.insert(id, first);
  assert.equal(await store.alerts.insert(id, second), false);
  assert.equal(await store.alerts.insert(id, anAlert({ type: 'slaViolation' })), true);
  await store.alerts.update({ ...first, resolvedAt: NOW + 1, resolution: 'succeeded again' });
  assert.equal(await store.alerts.insert(id, second), true);
  const open = await store.alerts.openOf(id);
  assert.deepEqual(
    open.map(({ type }) => type),
    ['failure', 'slaViolation'],
  );
});

storeTest('an update changes the course of an alert and never its acknowledgement', async (store) => {
  const id = await keep(store);
  const alert = anAlert();
  await store.alerts.insert(id, alert);
  await store.alerts.acknowledge(alert.id, { at: NOW + 1, by: 'ada', comment: null });
  const updated = {
    ...alert,
    severity: 'warning' as const,
    occurrences: 2,
    message: 'again',
    jobUid: 'job-2',
    jobName: 'backup-2',
    updatedAt: NOW + 2,
    resolvedAt: NOW + 2,
    resolution: 'succeeded again',
  };
  await store.alerts.update(updated);
  assert.deepEqual(await store.alerts.get(alert.id), {
    ...updated,
    acknowledgedAt: NOW + 1,
    acknowledgedBy: 'ada',
  });
});

storeTest('the first acknowledgement wins, of those at once too', async (store) => {
  const id = await keep(store);
  const alert = anAlert();
  await store.alerts.insert(id, alert);
  const [first, second] = await Promise.all([
    store.alerts.acknowledge(alert.id, { at: NOW + 1, by: 'ada', comment: 'looking' }),
    store.alerts.acknowledge(alert.id, { at: NOW + 2, by: 'bob', comment: null }),
  ]);
  const expected = {
    ...alert,
    acknowledgedAt: NOW + 1,
    acknowledgedBy: 'ada',
    acknowledgeComment: 'looking',
  };
  assert.deepEqual(first, expected);
  assert.deepEqual(second, expected);
  assert.equal(await store.alerts.acknowledge('no-such-alert', { at: NOW, by: null, comment: null }), null);
});

const at = (minute: number) => NOW + minute * MINUTE;

const LISTS: readonly {
  readonly name: string;
  readonly filter: Partial<AlertFilter>;
  readonly ids: readonly string[];
  readonly total?: number;
}[] = [
  { name: 'newest first, ids breaking ties', filter: {}, ids: ['5', '4', '3', '2', '1'] },
  {
    name: 'the most severe first, then the newest',
    filter: { sort: 'severity', active: true },
    ids: ['4', '1', '5', '3'],
  },
  {
    name: 'of many only the most severe',
    filter: { sort: 'severity', active: true, limit: 2 },
    ids: ['4', '1'],
    total: 4,
  },
  { name: 'a page and the number of all', filter: { limit: 2, offset: 1 }, ids: ['4', '3'], total: 5 },
  { name: 'those of a namespace', filter: { namespace: 'a' }, ids: ['4', '1'] },
  { name: 'those of a CronJob of any namespace', filter: { cronJob: 'x' }, ids: ['5', '2', '1'] },
  { name: 'those of one CronJob', filter: { namespace: 'b', cronJob: 'x' }, ids: ['5', '2'] },
  { name: 'those of a name that is nowhere', filter: { namespace: 'a', cronJob: 'z' }, ids: [] },
  { name: 'those of a type', filter: { type: 'deadManSwitch' }, ids: ['4'] },
  { name: 'those of a reason', filter: { reason: 'SuccessRate' }, ids: ['3'] },
  { name: 'those of a severity', filter: { severity: 'warning' }, ids: ['5', '3'] },
  { name: 'the active ones', filter: { active: true }, ids: ['5', '4', '3', '1'] },
  { name: 'the resolved ones', filter: { active: false }, ids: ['2'] },
  { name: 'the acknowledged ones', filter: { acknowledged: true }, ids: ['4', '2'] },
  { name: 'those that nobody acknowledged', filter: { acknowledged: false }, ids: ['5', '3', '1'] },
  { name: 'from an instant, inclusive', filter: { from: at(2) }, ids: ['5', '4', '3', '2'] },
  { name: 'to an instant, inclusive', filter: { to: at(2) }, ids: ['3', '2', '1'] },
  {
    name: 'all conditions at once',
    filter: { namespace: 'b', active: true, from: at(1), to: at(3), severity: 'warning', limit: 1 },
    ids: ['3'],
  },
];
for (const { name, filter, ids, total = ids.length } of LISTS) {
  storeTest(`a list of alerts gives ${name}`, async (store) => {
    const keys = new Map<string, number>();
    for (const key of ['a/x', 'a/y', 'b/x', 'b/y']) {
      const [namespace = '', cronJobName = ''] = key.split('/');
      keys.set(key, await keep(store, { namespace, name: cronJobName }));
    }
    await store.alerts.insert(keys.get('a/x')!, anAlert({ id: '1', openedAt: at(1) }));
    await store.alerts.insert(keys.get('b/x')!, anAlert({ id: '2', openedAt: at(2), resolvedAt: at(9) }));
    await store.alerts.insert(
      keys.get('b/y')!,
      anAlert({ id: '3', openedAt: at(2), severity: 'warning', reason: 'SuccessRate' }),
    );
    await store.alerts.insert(keys.get('a/y')!, anAlert({ id: '4', openedAt: at(3), type: 'deadManSwitch' }));
    await store.alerts.insert(keys.get('b/x')!, anAlert({ id: '5', openedAt: at(4), severity: 'warning' }));
    for (const id of ['2', '4']) await store.alerts.acknowledge(id, { at: at(10), by: null, comment: null });
    const list = await store.alerts.list({ ...ALL, ...filter });
    assert.deepEqual(
      list.items.map((alert) => alert.id),
      ids,
    );
    assert.equal(list.total, total);
  });
}

storeTest('a run leads to the alert that it raised or added to, and to no other', async (store) => {
  const id = await keep(store);
  const run = async (jobUid: string, minute: number, more: Partial<Execution> = {}) =>
    store.executions.insert(
      id,
      anExecution({ jobUid, outcome: 'failed', completedAt: at(minute), ...more }),
      NOW,
    );
  await run('before', 1);
  await run('raised', 2);
  await run('added', 3);
  await run('latest', 4);
  await run('succeeded', 5, { outcome: 'success' });
  await run('slow', 6, { outcome: 'success' });
  await run('after', 9);
  await store.alerts.insert(
    id,
    anAlert({ id: 'failures', reason: 'JobFailed', jobUid: 'latest', openedAt: at(2), resolvedAt: at(5) }),
  );
  await store.alerts.insert(
    id,
    anAlert({ id: 'slow', reason: 'MaxDuration', jobUid: 'slow', openedAt: at(6), resolvedAt: null }),
  );
  const found = await Promise.all(
    ['before', 'raised', 'added', 'latest', 'succeeded', 'slow', 'after', 'never seen'].map((uid) =>
      store.alerts.idOfRun(uid),
    ),
  );
  assert.deepEqual(found, [null, 'failures', 'failures', 'failures', null, 'slow', null, null]);
});

storeTest('of several alerts a run leads to that of its failure, and then to the newest', async (store) => {
  const id = await keep(store);
  for (const [jobUid, minute] of [
    ['first', 2],
    ['second', 6],
    ['later', 7],
  ] as const) {
    await store.executions.insert(
      id,
      anExecution({ jobUid, outcome: 'failed', completedAt: at(minute) }),
      NOW,
    );
  }
  const failure = { reason: 'JobFailed', jobUid: null } as const;
  await store.alerts.insert(id, anAlert({ ...failure, id: 'a', openedAt: at(1), resolvedAt: at(3) }));
  await store.alerts.insert(id, anAlert({ ...failure, id: 'b', openedAt: at(5), resolvedAt: at(6) }));
  const slow = { reason: 'MaxDuration', type: 'slaViolation', resolvedAt: at(9) } as const;
  await store.alerts.insert(id, anAlert({ ...slow, id: 'c', jobUid: 'second', openedAt: at(6) }));
  await store.alerts.insert(id, anAlert({ ...slow, id: 'd', jobUid: 'later', openedAt: at(7) }));
  await store.alerts.insert(id, anAlert({ ...slow, id: 'e', jobUid: 'later', openedAt: at(8) }));
  const found = await Promise.all(['first', 'second', 'later'].map((uid) => store.alerts.idOfRun(uid)));
  assert.deepEqual(found, ['a', 'b', 'e']);
});

storeTest('alerts are chosen by the monitor that selects their CronJob', async (store) => {
  const [backup, other] = await Promise.all([keep(store), keep(store, { name: 'other' })]);
  await store.alerts.insert(backup, anAlert({ title: 'of backup' }));
  await store.alerts.insert(other, anAlert({ title: 'of other', cronJobName: 'other' }));
  const monitor = { uid: 'monitor', namespace: 'shop', name: 'nightly', generation: 1, spec: {} };
  await store.monitors.replaceMembers(await store.monitors.upsert(monitor), [other]);
  const chosen = async (named: { readonly namespace: string | null; readonly name: string }) =>
    (await store.alerts.list({ monitor: named, limit: 10, offset: 0 })).items.map(({ title }) => title);
  assert.deepEqual(await chosen({ namespace: 'shop', name: 'nightly' }), ['of other']);
  assert.deepEqual(await chosen({ namespace: null, name: 'nightly' }), ['of other']);
  assert.deepEqual(await chosen({ namespace: 'web', name: 'nightly' }), []);
});
