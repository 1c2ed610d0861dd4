import assert from 'node:assert/strict';
import { DAY } from '../../../src/lib/duration.ts';
import type { ChannelResource } from '../../../src/store/channels.ts';
import type { MonitorResource } from '../../../src/store/monitors.ts';
import { anAlert, anExecution, keep, NOW } from './builders.ts';
import { storeTest } from './stores.ts';

function aMonitor(fields: Partial<MonitorResource> = {}): MonitorResource {
  return { uid: 'm-1', namespace: 'shop', name: 'all', generation: 1, spec: { selector: {} }, ...fields };
}

function aChannel(fields: Partial<ChannelResource> = {}): ChannelResource {
  return { uid: 'c-1', name: 'ops', generation: 1, type: 'webhook', spec: { type: 'webhook' }, ...fields };
}

const CONDITION = {
  type: 'Ready',
  status: 'False' as const,
  reason: 'InvalidSpec',
  message: 'spec.sla.windowDays is not a number',
  lastTransitionAt: NOW,
  observedGeneration: 1,
};

storeTest('a monitor keeps its conditions and members when its spec changes', async (store) => {
  const cronJob = await keep(store);
  const id = await store.monitors.upsert(aMonitor());
  await store.monitors.setConditions(id, [CONDITION]);
  await store.monitors.replaceMembers(id, [cronJob]);
  assert.equal(await store.monitors.upsert(aMonitor({ generation: 2, spec: null })), id);
  assert.deepEqual(await store.monitors.get('shop', 'all'), {
    ...aMonitor({ generation: 2, spec: null }),
    id,
    conditions: [CONDITION],
    cronJobCount: 1,
    healthy: 1,
    warning: 0,
    critical: 0,
  });
  assert.equal(await store.monitors.get('shop', 'other'), null);
});

storeTest('monitors count their CronJobs by health: each once, the deleted not at all', async (store) => {
  const ids = [];
  for (const name of ['a', 'b', 'c', 'd', 'gone']) ids.push(await keep(store, { name }));
  const [a = 0, b = 0, c = 0, , gone = 0] = ids;
  await store.alerts.insert(a, anAlert({ severity: 'warning' }));
  await store.alerts.insert(a, anAlert({ severity: 'critical', type: 'slaViolation' }));
  await store.alerts.insert(b, anAlert({ severity: 'info' }));
  await store.alerts.insert(c, anAlert({ resolvedAt: NOW }));
  await store.alerts.insert(gone, anAlert());
  await store.cronJobs.markDeleted({ namespace: 'shop', name: 'gone' }, NOW);
  await store.monitors.replaceMembers(await store.monitors.upsert(aMonitor()), ids);
  await store.monitors.upsert(aMonitor({ namespace: 'a', name: 'empty' }));
  const list = await store.monitors.list();
  assert.deepEqual(
    list.map((each) => [each.name, each.cronJobCount, each.healthy, each.warning, each.critical]),
    [
      ['empty', 0, 0, 0, 0],
      ['all', 4, 2, 1, 1],
    ],
  );
});

storeTest('members are replaced as a whole, thousands of them too', async (store) => {
  const ids = await store.transaction((tx) =>
    Promise.all(Array.from({ length: 2_100 }, (_, index) => keep(tx, { name: `job-${index}` }))),
  );
  const [monitor, other] = [
    await store.monitors.upsert(aMonitor()),
    await store.monitors.upsert(aMonitor({ name: 'other' })),
  ];
  await store.monitors.replaceMembers(other, ids.slice(0, 1));
  const count = async () => (await store.monitors.get('shop', 'all'))?.cronJobCount;
  await store.monitors.replaceMembers(monitor, ids);
  assert.equal(await count(), 2_100);
  await store.monitors.replaceMembers(monitor, [ids[0]!, ids[0]!, ids[7]!]);
  assert.equal(await count(), 2);
  assert.deepEqual(await store.monitors.ofCronJob(ids[0]!), [
    { namespace: 'shop', name: 'all' },
    { namespace: 'shop', name: 'other' },
  ]);
  await store.monitors.replaceMembers(monitor, []);
  assert.equal(await count(), 0);
  assert.deepEqual(await store.monitors.ofCronJob(ids[7]!), []);
});

storeTest("a monitor's statistics are those of all runs of its CronJobs together", async (store) => {
  const ids = [
    await keep(store, { name: 'a' }),
    await keep(store, { name: 'b' }),
    await keep(store, { name: 'c' }),
  ];
  for (const [index, cronJobId] of ids.entries()) {
    await store.executions.insert(
      cronJobId,
      anExecution({ startedAt: NOW, completedAt: NOW + 1_000 * (index + 1) }),
      NOW,
    );
  }
  await store.executions.insert(ids[0]!, anExecution({ outcome: 'failed' }), NOW);
  const monitor = await store.monitors.upsert(aMonitor());
  await store.monitors.replaceMembers(monitor, ids.slice(0, 2));
  assert.deepEqual(await store.monitors.statistics(monitor, NOW), {
    finished: 3,
    succeeded: 2,
    flaky: 0,
    avgDurationMs: 1_500,
    p50DurationMs: 1_500,
    p95DurationMs: 1_950,
    p99DurationMs: 1_990,
    percentileShare: 1,
    holdUntil: NOW - 3_600_000 + 7 * DAY + 1,
  });
  const [other, empty] = await Promise.all(
    ['other', 'empty'].map((name) => store.monitors.upsert(aMonitor({ name }))),
  );
  await store.monitors.replaceMembers(other!, ids.slice(1));
  const sums = await store.monitors.sums(NOW);
  assert.deepEqual(sums.get(monitor), {
    finished: 3,
    succeeded: 2,
    flaky: 0,
    avgDurationMs: 1_500,
    holdUntil: NOW - 3_600_000 + 7 * DAY + 1,
  });
  assert.partialDeepStrictEqual(sums.get(other!), { finished: 2, succeeded: 2, avgDurationMs: 2_500 });
  assert.equal(sums.has(empty!), false);
});

storeTest('monitors that are gone from the list go with their membership', async (store) => {
  const cronJob = await keep(store);
  const [first] = await store.monitors.replaceAll([aMonitor(), aMonitor({ name: 'old' })]);
  await store.monitors.replaceMembers(first!, [cronJob]);
  const ids = await store.monitors.replaceAll([aMonitor({ name: 'new' }), aMonitor()]);
  assert.equal(ids[1], first);
  assert.deepEqual(
    (await store.monitors.list()).map(({ name, cronJobCount }) => [name, cronJobCount]),
    [
      ['all', 1],
      ['new', 0],
    ],
  );
  await store.monitors.delete({ namespace: 'shop', name: 'all' });
  assert.deepEqual(await store.monitors.ofCronJob(cronJob), []);
  assert.equal((await store.cronJobs.all()).length, 1);
});

storeTest('a channel keeps its counters and readiness when its spec changes', async (store) => {
  await store.channels.upsert(aChannel());
  await store.channels.setReady('ops', true, 'Delivered', null);
  await store.channels.countSent('ops', NOW, { alerts: 1, refillMs: 36_000 });
  await store.channels.countSent('ops', NOW + 1, { alerts: 4, refillMs: 36_000 });
  await store.channels.countFailed('ops', 2);
  await store.channels.noteAttempt('ops', NOW + 2, 'HTTP 503');
  await store.channels.noteAttempt('ops', NOW + 3, 'no answer');
  await store.channels.upsert(aChannel({ generation: 2, type: 'chat', spec: { type: 'chat' } }));
  assert.deepEqual(await store.channels.get('ops'), {
    ...aChannel({ generation: 2, type: 'chat', spec: { type: 'chat' } }),
    ready: true,
    readyReason: 'Delivered',
    readyMessage: null,
    alertsSent: 5,
    alertsFailed: 2,
    lastAlertAt: NOW + 1,
    consecutiveFailures: 2,
    lastError: 'no answer',
    lastErrorAt: NOW + 3,
    waiting: 0,
  });
  await store.channels.noteAttempt('ops', NOW + 4, null);
  const { consecutiveFailures, lastError, lastErrorAt } = (await store.channels.get('ops'))!;
  assert.deepEqual([consecutiveFailures, lastError, lastErrorAt], [0, 'no answer', NOW + 3]);
});

storeTest('channels that are gone from the list go; the others stay as they are', async (store) => {
  await store.channels.replaceAll([aChannel(), aChannel({ name: 'old' })]);
  await store.channels.countSent('ops', NOW, { alerts: 1, refillMs: 36_000 });
  await store.channels.replaceAll([aChannel({ name: 'chat' }), aChannel()]);
  const list = await store.channels.list();
  assert.deepEqual(
    list.map((each) => [each.name, each.alertsSent, each.ready]),
    [
      ['chat', 0, false],
      ['ops', 1, false],
    ],
  );
  await store.channels.delete('ops');
  assert.equal(await store.channels.get('ops'), null);
});

storeTest('stats count what is kept', async (store) => {
  const empty = await store.stats();
  assert.deepEqual(
    { ...empty, sizeBytes: 0, tables: [] },
    { executions: 0, alerts: 0, monitors: 0, channels: 0, sizeBytes: 0, tables: [] },
  );
  const id = await keep(store);
  const run = anExecution();
  await store.executions.insert(id, run, NOW);
  await store.executions.insert(id, run, NOW);
  await store.executions.insert(await keep(store, { name: 'other' }), anExecution(), NOW);
  await store.alerts.insert(id, anAlert());
  await store.monitors.upsert(aMonitor());
  await store.channels.upsert(aChannel());
  const stats = await store.stats();
  assert.deepEqual(
    { ...stats, sizeBytes: 0, tables: [] },
    { executions: 2, alerts: 1, monitors: 1, channels: 1, sizeBytes: 0, tables: [] },
  );
  assert.ok(stats.sizeBytes >= 10_000, `${stats.sizeBytes} bytes`);
  assert.equal(await store.sizeBytes(), stats.sizeBytes);
});

storeTest(
  'stats tell rows and bytes of every table, the largest first, and anew after a prune',
  async (store) => {
    const id = await keep(store);
    await store.executions.insert(id, anExecution(), NOW);
    const { tables } = await store.stats();
    const rowsOf = (name: string, of = tables) => of.find((table) => table.name === name)?.rows;
    assert.deepEqual([rowsOf('cron_jobs'), rowsOf('executions'), rowsOf('alerts')], [1, 1, 0]);
    const sizes = tables.map(({ sizeBytes }) => sizeBytes);
    assert.deepEqual(
      sizes,
      sizes.toSorted((a, b) => b - a),
    );
    assert.ok(sizes.every((size) => size > 0));
    await store.prune({
      before: NOW + 1e12,
      keeps: () => false,
      dryRun: false,
      signal: new AbortController().signal,
    });
    assert.equal(rowsOf('executions', (await store.stats()).tables), 0);
  },
);
