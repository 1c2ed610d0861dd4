import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { NO_RUNS } from '../../../src/execution/run-statistics.ts';
import { DAY, MINUTE } from '../../../src/lib/duration.ts';
import type { CronJobFilter } from '../../../src/store/cron-job-overview.ts';
import type { Store } from '../../../src/store/store.ts';
import { aCronJob, aLiveState, anAlert, anExecution, keep, NOW } from './builders.ts';
import { storeTest } from './stores.ts';

storeTest('a CronJob comes back as it was seen', async (store) => {
  const cronJob = aCronJob({
    labels: { team: 'a', 'app.kubernetes.io/name': 'x"y' },
    timeZone: 'Europe/Berlin',
    suspend: true,
    concurrencyPolicy: 'Forbid',
    startingDeadlineSeconds: 120,
    generation: 7,
    successfulJobsHistoryLimit: 0,
    failedJobsHistoryLimit: 5,
    ttlSecondsAfterFinished: 60,
    lastScheduledFor: NOW - MINUTE,
    lastSuccessfulAt: NOW - 1,
  });
  const facts = {
    firstSeenAt: NOW - DAY,
    suspendedSince: NOW - 6,
    resumedAt: NOW - 5,
    lastSuccessAt: NOW - 4,
    lastStartedAt: NOW - 3,
    slotsJudgedUntil: NOW - 2,
  };
  const id = await store.cronJobs.upsert(cronJob, {
    nextRunAt: NOW + MINUTE,
    windowDays: 30,
    observedAt: NOW,
    ...facts,
  });
  assert.deepEqual(await store.cronJobs.all(), [
    {
      ...cronJob,
      ...facts,
      id,
      nextRunAt: NOW + MINUTE,
      windowDays: 30,
      lastRunAt: null,
      running: [],
      observedAt: NOW,
      deletedAt: null,
    },
  ]);
});

storeTest('a CronJob made anew under its name continues its history', async (store) => {
  const id = await keep(store);
  await store.executions.insert(id, anExecution(), NOW);
  const run = {
    jobUid: 'j',
    jobName: 'backup-9',
    startedAt: NOW,
    manual: false,
    scheduledFor: NOW,
    state: 'running',
    stuck: null,
  } as const;
  await store.cronJobs.setLive(id, aLiveState({ running: [run], nextRunAt: NOW }));
  await store.cronJobs.markDeleted({ namespace: 'shop', name: 'backup' }, NOW);
  await store.cronJobs.markDeleted({ namespace: 'shop', name: 'backup' }, NOW + 5);
  const deleted = await store.cronJobs.get('shop', 'backup', NOW);
  assert.equal(deleted?.deletedAt, NOW, 'the first deletion counts');
  assert.deepEqual([deleted?.running, deleted?.nextRunAt], [[], null]);
  assert.deepEqual(await store.cronJobs.list({}, NOW), { items: [], total: 0 });

  assert.equal(await keep(store, { uid: 'another' }), id);
  const { items } = await store.cronJobs.list({}, NOW);
  assert.deepEqual([items[0]?.deletedAt, items[0]?.executionCount, items[0]?.recent], [null, 1, 's']);
});

storeTest('running runs are told with nothing but their own fields', async (store) => {
  const id = await keep(store);
  const run = {
    jobUid: 'j',
    jobName: 'backup-9',
    startedAt: NOW,
    manual: true,
    scheduledFor: null,
    state: 'pending',
    stuck: { since: NOW, reason: 'Unschedulable', message: '0/3 nodes are available' },
  } as const;
  await store.cronJobs.setLive(id, aLiveState({ running: [{ ...run, secret: 'x' } as typeof run] }));
  assert.deepEqual((await store.cronJobs.get('shop', 'backup', NOW))?.running, [run]);
});

storeTest('a CronJob is found by namespace and name, and one that was never seen is null', async (store) => {
  const id = await keep(store);
  assert.equal(await store.cronJobs.idOf('shop', 'backup'), id);
  assert.equal(await store.cronJobs.idOf('other', 'backup'), null);
  assert.equal(await store.cronJobs.get('shop', 'backu', NOW), null);
  assert.equal(await store.cronJobs.idOf('shop', 'backu'), null);
});

storeTest(
  'statistics count the runs that started within the window, its first instant included',
  async (store) => {
    const id = await keep(store);
    for (const startedAt of [NOW - 7 * DAY - 1, NOW - 7 * DAY, NOW - DAY]) {
      await store.executions.insert(id, anExecution({ startedAt, completedAt: startedAt + 1_000 }), NOW);
    }
    await store.executions.insert(id, anExecution({ outcome: 'failed', startedAt: NOW - MINUTE }), NOW);
    const overview = await store.cronJobs.get('shop', 'backup', NOW);
    assert.deepEqual(overview?.statistics, {
      finished: 3,
      succeeded: 2,
      avgDurationMs: 1_000,
      p50DurationMs: 1_000,
      p95DurationMs: 1_000,
      p99DurationMs: 1_000,
      flaky: 0,
    });
    assert.equal(overview?.executionCount, 4);
  },
);

storeTest('without a successful run there are no durations', async (store) => {
  const id = await keep(store);
  const before = await store.cronJobs.get('shop', 'backup', NOW);
  assert.deepEqual(before?.statistics, NO_RUNS);
  await store.executions.insert(id, anExecution({ outcome: 'failed' }), NOW);
  const after = await store.cronJobs.get('shop', 'backup', NOW);
  assert.deepEqual(after?.statistics, { ...NO_RUNS, finished: 1 });
});

storeTest('percentiles and averages are those of a plain computation', async (store) => {
  const runs = fc.array(
    fc.record({ durationMs: fc.integer({ min: 0, max: 2 ** 40 }), succeeded: fc.boolean() }),
    { maxLength: 30 },
  );
  let serial = 0;
  await fc.assert(
    fc.asyncProperty(runs, async (sample) => {
      serial += 1;
      const name = `sample-${serial}`;
      const id = await keep(store, { name });
      await store.transaction((tx) =>
        Promise.all(
          sample.map(({ durationMs, succeeded }) =>
            tx.executions.insert(
              id,
              anExecution({
                startedAt: NOW,
                completedAt: NOW + durationMs,
                outcome: succeeded ? 'success' : 'failed',
              }),
              NOW,
            ),
          ),
        ),
      );
      const durations = sample.filter((run) => run.succeeded).map((run) => run.durationMs);
      const statistics = (await store.cronJobs.get('shop', name, NOW))!.statistics;
      assert.equal(statistics.finished, sample.length);
      assert.equal(statistics.succeeded, durations.length);
      assertClose(statistics.p50DurationMs, percentile(durations, 0.5));
      assertClose(statistics.p95DurationMs, percentile(durations, 0.95));
      assertClose(
        statistics.avgDurationMs,
        durations.length === 0 ? null : durations.reduce((sum, each) => sum + each, 0) / durations.length,
      );
    }),
    { numRuns: 60 },
  );
});

/** Linear interpolation between the closest ranks. */
function percentile(values: readonly number[], fraction: number): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const rank = (sorted.length - 1) * fraction;
  const below = sorted[Math.floor(rank)]!;
  const above = sorted[Math.ceil(rank)]!;
  return below + (above - below) * (rank - Math.floor(rank));
}

function assertClose(actual: number | null, expected: number | null): void {
  if (expected === null || actual === null) return assert.equal(actual, expected);
  assert.ok(Math.abs(actual - expected) <= 1e-9 * Math.max(1, expected), `${actual} is not ${expected}`);
}

const LISTS: readonly {
  readonly name: string;
  readonly filter: CronJobFilter;
  readonly names: readonly string[];
  readonly total?: number;
}[] = [
  {
    name: 'all in the cluster by namespace and name',
    filter: {},
    names: ['a/x', 'a/y', 'b/v', 'b/w', 'b/x'],
  },
  { name: 'those of a namespace', filter: { namespace: 'a' }, names: ['a/x', 'a/y'] },
  { name: 'none of an unknown namespace', filter: { namespace: 'c' }, names: [] },
  { name: 'a page and the number of all', filter: { limit: 2, offset: 1 }, names: ['a/y', 'b/v'], total: 5 },
  { name: 'the rest of the last page', filter: { limit: 4, offset: 4 }, names: ['b/x'], total: 5 },
  { name: 'everything behind an offset', filter: { offset: 3 }, names: ['b/w', 'b/x'], total: 5 },
  { name: 'those with an active critical alert', filter: { status: 'critical' }, names: ['a/x'] },
  { name: 'those with other active alerts alone', filter: { status: 'warning' }, names: ['a/y', 'b/w'] },
  { name: 'those with none, resolved ones apart', filter: { status: 'healthy' }, names: ['b/v', 'b/x'] },
  { name: 'a page of a status', filter: { status: 'healthy', limit: 1 }, names: ['b/v'], total: 2 },
  {
    name: "a monitor's of any namespace",
    filter: { monitor: { namespace: null, name: 'm' } },
    names: ['a/x', 'b/v', 'b/w'],
  },
  { name: "one monitor's", filter: { monitor: { namespace: 'b', name: 'm' } }, names: ['b/v', 'b/w'] },
  {
    name: "none of a monitor's that is not there",
    filter: { monitor: { namespace: 'c', name: 'm' } },
    names: [],
  },
  {
    name: 'what meets all conditions at once',
    filter: {
      namespace: 'b',
      status: 'warning',
      monitor: { namespace: null, name: 'm' },
      limit: 5,
      offset: 0,
    },
    names: ['b/w'],
  },
];
for (const { name, filter, names, total = names.length } of LISTS) {
  storeTest(`a list of CronJobs gives ${name}`, async (store) => {
    await aWorld(store);
    const list = await store.cronJobs.list(filter, NOW);
    assert.deepEqual(
      list.items.map((item) => `${item.namespace}/${item.name}`),
      names,
    );
    assert.equal(list.total, total);
  });
}

storeTest('a list tells of each CronJob what its page tells', async (store) => {
  await aWorld(store);
  for (const filter of [{}, { limit: 3, offset: 0 }]) {
    const { items } = await store.cronJobs.list(filter, NOW);
    for (const item of items) {
      assert.deepEqual(await store.cronJobs.get(item.namespace, item.name, NOW), item);
    }
  }
  const { items } = await store.cronJobs.list({}, NOW);
  assert.deepEqual(
    items.map((item) => [item.status, item.activeAlerts, item.statistics.finished]),
    [
      ['critical', 2, 1],
      ['warning', 1, 0],
      ['healthy', 0, 0],
      ['warning', 1, 0],
      ['healthy', 0, 0],
    ],
  );
});

/** Six CronJobs in two namespaces, one deleted; two monitors of one name; alerts of every kind. */
async function aWorld(store: Store): Promise<void> {
  const ids = new Map<string, number>();
  for (const key of ['b/x', 'a/y', 'b/w', 'a/x', 'b/v', 'b/gone']) {
    const [namespace = '', name = ''] = key.split('/');
    ids.set(key, await keep(store, { namespace, name }));
  }
  const id = (key: string): number => ids.get(key)!;
  await store.executions.insert(id('a/x'), anExecution({ outcome: 'failed' }), NOW);
  await store.alerts.insert(id('a/x'), anAlert({ severity: 'critical' }));
  await store.alerts.insert(id('a/x'), anAlert({ severity: 'warning', type: 'slaViolation' }));
  await store.alerts.insert(id('a/y'), anAlert({ severity: 'info' }));
  await store.alerts.insert(id('b/w'), anAlert({ severity: 'warning' }));
  await store.alerts.insert(id('b/x'), anAlert({ resolvedAt: NOW, resolution: 'succeeded again' }));
  await store.alerts.insert(id('b/gone'), anAlert({ severity: 'critical' }));
  for (const [namespace, members] of [
    ['a', ['a/x']],
    ['b', ['b/w', 'b/v', 'b/gone']],
  ] as const) {
    const monitor = { uid: `m-${namespace}`, namespace, name: 'm', generation: 1, spec: {} };
    await store.monitors.replaceMembers(await store.monitors.upsert(monitor), members.map(id));
  }
  await store.cronJobs.markDeleted({ namespace: 'b', name: 'gone' }, NOW);
}
