import assert from 'node:assert/strict';
import type { Outcome } from '../../../src/execution/execution.ts';
import { HOUR, MINUTE } from '../../../src/lib/duration.ts';
import type { ExecutionFilter } from '../../../src/store/executions.ts';
import { aContainerEnd, anAttempt, anExecution, keep, NOW } from './builders.ts';
import { storeTest } from './stores.ts';

const ALL = { limit: 1_000, offset: 0 };

storeTest('a run is recorded exactly once, however often it is told', async (store) => {
  const id = await keep(store);
  const run = anExecution({ outcome: 'failed', exitCode: 3, attempts: [anAttempt()] });
  const retold = { ...run, attempts: [anAttempt(), anAttempt({ number: 2 })], exitCode: 4 };
  assert.equal(await store.executions.insert(id, run, NOW), true);
  assert.equal(await store.executions.insert(id, retold, NOW), false);
  const both = await store.transaction((tx) =>
    Promise.all([tx.executions.insert(id, retold, NOW), tx.executions.insert(id, retold, NOW)]),
  );
  assert.deepEqual(both, [false, false]);

  const { items, total } = await store.executions.list(id, ALL);
  assert.equal(total, 1);
  assert.equal(items[0]?.exitCode, 3);
  assert.equal((await store.executions.get(run.jobUid))?.attempts.length, 1);
  const overview = await store.cronJobs.get('shop', 'backup', NOW);
  assert.equal(overview?.executionCount, 1);
  assert.equal(overview?.recent, 'f');
});

storeTest('a run comes back as it was told', async (store) => {
  const id = await keep(store);
  const attempts = [
    anAttempt(),
    anAttempt({
      number: 2,
      podName: 'backup-1-fghij',
      completionIndex: 4,
      signal: 9,
      exitCode: 137,
      reason: 'OOMKilled',
    }),
  ];
  const run = anExecution({
    outcome: 'failed',
    reason: 'BackoffLimitExceeded',
    message: 'Job has reached the specified backoff limit',
    manual: true,
    scheduledFor: null,
    exitCode: 137,
    attempts,
    fault: 'application',
    containers: [aContainerEnd(), aContainerEnd({ container: 'proxy', kind: 'sidecar' })],
  });
  await store.executions.insert(id, run, NOW + 5);
  const kept = await store.executions.get(run.jobUid);
  assert.ok(kept);
  const { id: _, ...rest } = kept;
  assert.deepEqual(rest, {
    ...run,
    tellingReason: 'OOMKilled',
    durationMs: MINUTE,
    attemptCount: 2,
    observedAt: NOW + 5,
    cronJobId: id,
    namespace: 'shop',
    cronJobName: 'backup',
  });
});

storeTest('the attempts of a run that succeeded at once are counted and not kept', async (store) => {
  const id = await keep(store);
  const once = anExecution({ attempts: [anAttempt({ outcome: 'success', exitCode: 0 })] });
  const twice = anExecution({ attempts: [anAttempt(), anAttempt({ number: 2, outcome: 'success' })] });
  await store.executions.insert(id, once, NOW);
  await store.executions.insert(id, twice, NOW);
  const [first, second] = await Promise.all([
    store.executions.get(once.jobUid),
    store.executions.get(twice.jobUid),
  ]);
  assert.deepEqual([first?.attemptCount, first?.attempts.length], [1, 0]);
  assert.deepEqual([second?.attemptCount, second?.attempts.length], [2, 2]);
});

storeTest('a run that nobody recorded is null', async (store) => {
  assert.equal(await store.executions.get('no-such-job'), null);
});

storeTest('a clock that stepped back makes a duration of 0', async (store) => {
  const id = await keep(store);
  const run = anExecution({ startedAt: NOW, completedAt: NOW - 1_000 });
  await store.executions.insert(id, run, NOW);
  assert.equal((await store.executions.get(run.jobUid))?.durationMs, 0);
});

storeTest('recordedUids tells those that are recorded, of thousands and of none', async (store) => {
  const id = await keep(store);
  const runs = Array.from({ length: 3 }, () => anExecution());
  for (const run of runs) await store.executions.insert(id, run, NOW);
  const asked = [
    ...runs.map((run) => run.jobUid),
    ...Array.from({ length: 2_500 }, (_, index) => `other-${index}`),
  ];
  assert.deepEqual(await store.executions.recordedUids(asked), new Set(runs.map((run) => run.jobUid)));
  assert.deepEqual(await store.executions.recordedUids([]), new Set());
});

storeTest(
  'recentOutcomes tells the runs that ended last, newest first, of that CronJob alone',
  async (store) => {
    const [id, other] = [await keep(store), await keep(store, { name: 'other' })];
    const long = anExecution({
      startedAt: NOW - 60 * MINUTE,
      completedAt: NOW,
      outcome: 'failed',
      reason: 'Deleted',
    });
    const short = anExecution({ startedAt: NOW - 30 * MINUTE, completedAt: NOW - 29 * MINUTE });
    const old = anExecution({ startedAt: NOW - 90 * MINUTE });
    for (const run of [long, old, short]) await store.executions.insert(id, run, NOW);
    await store.executions.insert(other, anExecution({ startedAt: NOW }), NOW);
    assert.deepEqual(await store.executions.recentOutcomes(id, 2), [
      { jobUid: long.jobUid, outcome: 'failed', reason: 'Deleted', completedAt: long.completedAt },
      { jobUid: short.jobUid, outcome: 'success', reason: null, completedAt: short.completedAt },
    ]);
  },
);

storeTest('lastRecorded tells the run that ended last, of that CronJob alone', async (store) => {
  const [id, other] = [await keep(store), await keep(store, { name: 'other' })];
  assert.equal(await store.executions.lastRecorded(id), null);
  const long = anExecution({
    startedAt: NOW - 60 * MINUTE,
    completedAt: NOW,
    scheduledFor: NOW - 61 * MINUTE,
  });
  const short = anExecution({ startedAt: NOW - 30 * MINUTE, completedAt: NOW - 29 * MINUTE });
  await store.executions.insert(id, long, NOW + MINUTE);
  await store.executions.insert(id, short, NOW + 2 * MINUTE);
  await store.executions.insert(other, anExecution({ startedAt: NOW + HOUR }), NOW);
  assert.deepEqual(await store.executions.lastRecorded(id), {
    completedAt: NOW,
    scheduledFor: NOW - 61 * MINUTE,
    observedAt: NOW + MINUTE,
  });
});

storeTest(
  'the recent outcomes of a CronJob are the 24 that started last, whatever the order of telling',
  async (store) => {
    const id = await keep(store);
    const runs = Array.from({ length: 30 }, (_, index) =>
      anExecution({ startedAt: NOW + index * MINUTE, outcome: index % 3 === 0 ? 'failed' : 'success' }),
    );
    const expected = runs
      .map((run) => (run.outcome === 'success' ? 's' : 'f'))
      .join('')
      .slice(-24);
    const odd = runs.filter((_, index) => index % 2 === 1);
    const even = runs.filter((_, index) => index % 2 === 0);
    for (const run of [...odd, ...even.reverse()]) await store.executions.insert(id, run, NOW);
    const overview = await store.cronJobs.get('shop', 'backup', NOW);
    assert.equal(overview?.recent, expected);
    assert.equal(overview?.lastRunAt, NOW + 29 * MINUTE);
    assert.equal(overview?.executionCount, 30);
  },
);

/** Six runs, a minute apart, told out of order; the last two started at the same instant. */
const RUNS: readonly { readonly minute: number; readonly outcome: Outcome }[] = [
  { minute: 2, outcome: 'success' },
  { minute: 0, outcome: 'failed' },
  { minute: 1, outcome: 'success' },
  { minute: 3, outcome: 'failed' },
  { minute: 4, outcome: 'success' },
  { minute: 4, outcome: 'failed' },
];
const at = (minute: number) => NOW + minute * MINUTE;

const LISTS: readonly {
  readonly name: string;
  readonly filter: Partial<ExecutionFilter>;
  readonly runs: readonly number[];
  readonly total: number;
}[] = [
  {
    name: 'newest start first, the later told first among equals',
    filter: {},
    runs: [5, 4, 3, 0, 2, 1],
    total: 6,
  },
  { name: 'a page', filter: { limit: 2, offset: 1 }, runs: [4, 3], total: 6 },
  { name: 'a page behind the end', filter: { offset: 6 }, runs: [], total: 6 },
  { name: 'those that failed', filter: { status: 'failed' }, runs: [5, 3, 1], total: 3 },
  { name: 'a page of those that succeeded', filter: { status: 'success', limit: 1 }, runs: [4], total: 3 },
  { name: 'from an instant, inclusive', filter: { from: at(3) }, runs: [5, 4, 3], total: 3 },
  { name: 'to an instant, inclusive', filter: { to: at(1) }, runs: [2, 1], total: 2 },
  { name: 'between two', filter: { from: at(1), to: at(2) }, runs: [0, 2], total: 2 },
  {
    name: 'all conditions at once',
    filter: { from: at(1), to: at(4), status: 'failed', limit: 1, offset: 1 },
    runs: [3],
    total: 2,
  },
];
for (const { name, filter, runs, total } of LISTS) {
  storeTest(`a list of executions gives ${name}`, async (store) => {
    const id = await keep(store);
    const told = RUNS.map(({ minute, outcome }) => anExecution({ startedAt: at(minute), outcome }));
    for (const run of told) await store.executions.insert(id, run, NOW);
    await store.executions.insert(await keep(store, { name: 'other' }), anExecution(), NOW);
    const list = await store.executions.list(id, { ...ALL, ...filter });
    assert.deepEqual(
      list.items.map((item) => told.findIndex((run) => run.jobUid === item.jobUid)),
      runs,
    );
    assert.equal(list.total, total);
  });
}

const REFUSED: readonly { readonly name: string; readonly value: unknown }[] = [
  { name: 'a Date', value: new Date(NOW) },
  { name: 'an object', value: { at: NOW } },
  { name: 'a function', value: () => NOW },
  { name: 'undefined', value: undefined },
  { name: 'a boolean', value: true },
  { name: 'NaN', value: Number.NaN },
  { name: 'infinity', value: Number.POSITIVE_INFINITY },
];
for (const { name, value } of REFUSED) {
  storeTest(`${name} in place of an instant is refused and nothing is written`, async (store) => {
    const id = await keep(store);
    const run = anExecution({ scheduledFor: value as number });
    await assert.rejects(store.executions.insert(id, run, NOW), TypeError);
    await assert.rejects(
      store.executions.list(id, {
        ...ALL,
        from: value as number,
        ...(value === undefined && { limit: value as never }),
      }),
      TypeError,
    );
    assert.equal((await store.executions.list(id, ALL)).total, 0);
  });
}

storeTest(
  'text keeps everything, with a sign in the place of NUL and of broken surrogates',
  async (store) => {
    const id = await keep(store);
    const run = anExecution({ message: 'a\0b \uD800 ü 🎉 \' " \\ ; --', reason: '' });
    await store.executions.insert(id, run, NOW);
    const kept = await store.executions.get(run.jobUid);
    assert.equal(kept?.message, 'a\u2400b \uFFFD ü 🎉 \' " \\ ; --');
    assert.equal(kept?.reason, '');
  },
);
