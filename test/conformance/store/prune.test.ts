import assert from 'node:assert/strict';
import { DAY, HOUR, MINUTE } from '../../../src/lib/duration.ts';
import type { PruneRequest } from '../../../src/store/prune.ts';
import type { Store } from '../../../src/store/store.ts';
import { anAttempt, anExecution, keep, NOW } from './builders.ts';
import { storeTest } from './stores.ts';

const BEFORE = NOW - 30 * DAY;
const NOTHING = { executions: 0, logs: 0, events: 0 };

function old(fields: Partial<PruneRequest> = {}): PruneRequest {
  return { before: BEFORE, keeps: () => false, dryRun: false, ...fields };
}

storeTest('runs that ended before the instant go, one that ended at it stays', async (store) => {
  const id = await keep(store);
  await record(store, id, { jobUid: 'older', completedAt: BEFORE - 1 });
  await record(store, id, { jobUid: 'at', completedAt: BEFORE });
  await record(store, id, { jobUid: 'long', startedAt: BEFORE - 5 * DAY, completedAt: BEFORE + 1 });
  assert.deepEqual(await store.prune(old()), { ...NOTHING, executions: 1 });
  assert.equal(await store.executions.get('older'), null);
  assert.ok(await store.executions.get('at'));
  assert.ok(await store.executions.get('long'));
});

storeTest('attempts, logs and events go with their run, and no others', async (store) => {
  const id = await keep(store);
  for (const [jobUid, completedAt] of [
    ['old', BEFORE - HOUR],
    ['new', NOW],
  ] as const) {
    await record(store, id, { jobUid, completedAt, outcome: 'failed', attempts: [anAttempt()] });
  }
  for (const jobUid of ['old', 'new', 'running']) await evidence(store, jobUid);
  assert.deepEqual(await store.prune(old()), { executions: 1, logs: 2, events: 1 });
  assert.equal((await store.evidence.logsOf('old')).length, 0);
  assert.equal((await store.evidence.eventsOf('old')).length, 0);
  for (const jobUid of ['new', 'running']) {
    assert.equal((await store.evidence.logsOf(jobUid)).length, 2, jobUid);
    assert.equal((await store.evidence.eventsOf(jobUid)).length, 1, jobUid);
  }
  // Recorded anew, the run finds no attempts of its former self.
  await record(store, id, { jobUid: 'old', completedAt: BEFORE - HOUR });
  assert.deepEqual((await store.executions.get('old'))?.attempts, []);
  assert.equal((await store.executions.get('new'))?.attempts.length, 1);
});

storeTest('a dry run tells what a prune deletes, and deletes nothing', async (store) => {
  const id = await keep(store);
  for (let each = 0; each < 450; each++)
    await record(store, id, { jobUid: `old-${each}`, completedAt: BEFORE - 1 });
  await evidence(store, 'old-7');
  const foretold = await store.prune(old({ dryRun: true }));
  assert.deepEqual(foretold, { executions: 450, logs: 2, events: 1 });
  assert.equal((await store.stats()).executions, 450);
  assert.deepEqual(await store.prune(old()), foretold);
  assert.deepEqual(await store.prune(old({ dryRun: true })), NOTHING);
});

storeTest('counts stay true, and what was the last run is still told', async (store) => {
  const [id, other] = await Promise.all([keep(store), keep(store, { name: 'other' })]);
  const lastStart = BEFORE - HOUR;
  for (const ago of [3, 2, 1]) {
    await record(store, id, { startedAt: BEFORE - ago * HOUR, completedAt: BEFORE - ago * HOUR + MINUTE });
  }
  await record(store, other, { completedAt: BEFORE - 1 });
  await record(store, other, { startedAt: NOW - HOUR, completedAt: NOW, outcome: 'failed' });
  await store.prune(old());
  const [emptied, halved] = await Promise.all([
    store.cronJobs.get('shop', 'backup', NOW),
    store.cronJobs.get('shop', 'other', NOW),
  ]);
  assert.equal(emptied?.executionCount, 0);
  assert.equal(emptied.lastRunAt, lastStart);
  assert.equal(emptied.recent, 'sss');
  assert.equal(halved?.executionCount, 1);
  assert.equal(halved.recent, 'sf');
  assert.equal((await store.stats()).executions, 1);
});

storeTest('runs that are to be kept stay however old they are', async (store) => {
  const id = await keep(store);
  for (let each = 0; each < 1_100; each++) {
    await record(store, id, { jobUid: `old-${each}`, completedAt: BEFORE - 1 });
  }
  await evidence(store, 'old-5');
  const keeps = (jobUid: string) => jobUid.endsWith('5');
  assert.deepEqual(await store.prune(old({ keeps, dryRun: true })), { ...NOTHING, executions: 990 });
  assert.deepEqual(await store.prune(old({ keeps })), { ...NOTHING, executions: 990 });
  assert.equal((await store.evidence.logsOf('old-5')).length, 2);
  assert.equal((await store.cronJobs.get('shop', 'backup', NOW))?.executionCount, 110);
});

storeTest('two prunes at once delete and count every run once', async (store) => {
  const id = await keep(store);
  for (let each = 0; each < 500; each++) await record(store, id, { completedAt: BEFORE - 1 });
  const [one, two] = await Promise.all([store.prune(old()), store.prune(old())]);
  assert.equal(one.executions + two.executions, 500);
  assert.equal((await store.cronJobs.get('shop', 'backup', NOW))?.executionCount, 0);
});

storeTest('runs are recorded while others are pruned', async (store) => {
  const id = await keep(store);
  for (let each = 0; each < 1_000; each++) await record(store, id, { completedAt: BEFORE - 1 });
  const progress = { pruned: false };
  const pruning = store.prune(old()).finally(() => (progress.pruned = true));
  let meanwhile = 0;
  while (!progress.pruned) {
    await record(store, id, { startedAt: NOW, completedAt: NOW });
    meanwhile++;
  }
  assert.ok(meanwhile > 5, `${meanwhile} runs recorded`);
  assert.equal((await pruning).executions, 1_000);
  assert.equal((await store.cronJobs.get('shop', 'backup', NOW))?.executionCount, meanwhile);
});

storeTest('a prune that is told to end does so after the runs in hand', async (store) => {
  const id = await keep(store);
  for (let each = 0; each < 450; each++) await record(store, id, { completedAt: BEFORE - 1 });
  const { executions } = await store.prune(old({ signal: AbortSignal.abort() }));
  assert.ok(executions > 0 && executions < 450, `${executions} runs went`);
  assert.equal((await store.stats()).executions, 450 - executions);
});

storeTest('two prunes, the first told to end, do together what a dry run foretold', async (store) => {
  const id = await keep(store);
  for (let each = 0; each < 450; each++) {
    await record(store, id, { jobUid: `old-${each}`, completedAt: BEFORE - 450 + each });
  }
  await Promise.all(['old-3', 'old-440'].map((jobUid) => evidence(store, jobUid)));
  const foretold = await store.prune(old({ dryRun: true }));
  const ended = await store.prune(old({ signal: AbortSignal.abort() }));
  assert.deepEqual([ended.logs, ended.events], [2, 1], 'tells of what it did alone');
  assert.equal(await store.executions.get('old-3'), null);
  assert.ok(await store.executions.get('old-440'));
  const rest = await store.prune(old());
  assert.deepEqual(
    [ended.executions + rest.executions, ended.logs + rest.logs, ended.events + rest.events],
    [foretold.executions, foretold.logs, foretold.events],
  );
});

storeTest('stats are those of the rows, before and after a prune and beside a dry run', async (store) => {
  const [id, other] = await Promise.all([keep(store), keep(store, { name: 'other' })]);
  for (let each = 0; each < 30; each++) {
    await record(store, each % 3 === 0 ? other : id, { completedAt: each < 20 ? BEFORE - 1 : NOW });
  }
  const counted = async () => {
    const { executions, tables, sizeBytes } = await store.stats();
    let rows = 0;
    for await (const page of store.exports.executions({})) rows += page.length;
    assert.equal(executions, rows);
    const inTables = tables.reduce((sum, table) => sum + table.sizeBytes, 0);
    assert.ok(inTables <= sizeBytes, `${inTables} bytes of tables in ${sizeBytes}`);
    return [executions, tables.find(({ name }) => name === 'executions')?.rows];
  };
  assert.deepEqual(await counted(), [30, 30]);
  await store.prune(old({ dryRun: true }));
  assert.deepEqual(await counted(), [30, 30]);
  await store.prune(old());
  assert.deepEqual(await counted(), [10, 10]);
});

async function record(
  store: Store,
  id: number,
  fields: Parameters<typeof anExecution>[0] & { readonly completedAt: number },
): Promise<void> {
  const execution = anExecution({ startedAt: fields.completedAt - MINUTE, ...fields });
  assert.equal(await store.executions.insert(id, execution, NOW), true);
}

/** Two logs and an event. */
async function evidence(store: Store, jobUid: string): Promise<void> {
  const log = { jobUid, podUid: 'pod', podName: 'pod', container: 'main', truncated: false, capturedAt: NOW };
  await store.evidence.saveLog({ ...log, restartCount: 0, text: 'one' });
  await store.evidence.saveLog({ ...log, restartCount: 1, text: 'two' });
  await store.evidence.saveEvents(jobUid, [
    {
      jobUid,
      eventUid: 'event',
      type: 'Warning',
      reason: 'BackOff',
      message: '',
      objectKind: 'Pod',
      objectName: 'pod',
      count: 1,
      firstAt: null,
      lastAt: NOW,
    },
  ]);
}
