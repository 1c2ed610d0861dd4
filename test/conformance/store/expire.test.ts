import assert from 'node:assert/strict';
import type { Outcome } from '../../../src/execution/execution.ts';
import { DAY, HOUR, MINUTE } from '../../../src/lib/duration.ts';
import type { ExpiryRequest } from '../../../src/store/expire.ts';
import type { Store } from '../../../src/store/store.ts';
import { anExecution, keep, NOW } from './builders.ts';
import { storeTest } from './stores.ts';

function expiry(cronJobIds: readonly number[], given: Partial<ExpiryRequest> = {}): ExpiryRequest {
  return {
    cronJobIds,
    succeededBefore: NOW - 90 * DAY,
    failedBefore: NOW - 90 * DAY,
    logsBefore: NOW - 30 * DAY,
    eventsBefore: NOW - 30 * DAY,
    forgetsNamesakes: false,
    keeps: () => false,
    ...given,
  };
}

storeTest('runs go by their outcome, each of the CronJobs named alone', async (store) => {
  const [id, other] = await Promise.all([keep(store), keep(store, { name: 'other' })]);
  for (const cronJobId of [id, other]) {
    await record(store, cronJobId, `success-${cronJobId}`, 100 * DAY, 'success');
    await record(store, cronJobId, `failed-${cronJobId}`, 100 * DAY, 'failed');
    await record(store, cronJobId, `older-${cronJobId}`, 200 * DAY, 'failed');
    await record(store, cronJobId, `young-${cronJobId}`, 10 * DAY, 'success');
  }
  const counts = await store.expire(expiry([id], { failedBefore: NOW - 150 * DAY }));
  assert.equal(counts.executions, 2);
  assert.deepEqual(await uids(store, id), [`young-${id}`, `failed-${id}`]);
  assert.equal((await uids(store, other)).length, 4);
});

storeTest('a run that is to be kept stays, and goes when it need not be any more', async (store) => {
  const id = await keep(store);
  await record(store, id, 'live', 100 * DAY);
  await record(store, id, 'gone', 100 * DAY);
  await store.expire(expiry([id], { keeps: (jobUid) => jobUid === 'live' }));
  assert.deepEqual(await uids(store, id), ['live']);
  await store.expire(expiry([id]));
  assert.deepEqual(await uids(store, id), []);
});

storeTest('logs and events go before their run, each at its own time', async (store) => {
  const id = await keep(store);
  for (const [jobUid, ago] of [
    ['old', 40 * DAY],
    ['middle', 20 * DAY],
    ['new', DAY],
  ] as const) {
    await record(store, id, jobUid, ago, 'failed');
    await evidence(store, jobUid);
  }
  const counts = await store.expire(expiry([id], { eventsBefore: NOW - 10 * DAY }));
  assert.deepEqual(counts, { executions: 0, logs: 1, events: 2 });
  assert.deepEqual(await evidenceOf(store, ['old', 'middle', 'new']), [
    [0, 0],
    [1, 0],
    [1, 1],
  ]);
  // What was passed over once is passed over for good, and what has become old since is found.
  const later = expiry([id], { logsBefore: NOW - 10 * DAY, eventsBefore: NOW - 10 * DAY });
  assert.deepEqual(await store.expire(later), { executions: 0, logs: 1, events: 0 });
  assert.deepEqual(await store.expire(later), { executions: 0, logs: 0, events: 0 });
});

storeTest('a run that is recorded after an outage loses its logs and events as any other', async (store) => {
  const id = await keep(store);
  await record(store, id, 'seen', 35 * DAY, 'failed');
  await store.expire(expiry([id]));
  await record(store, id, 'told-late', 40 * DAY, 'failed');
  await record(store, id, 'new', DAY, 'failed');
  for (const jobUid of ['told-late', 'new']) await evidence(store, jobUid);
  assert.deepEqual(await store.expire(expiry([id])), { executions: 0, logs: 1, events: 1 });
  assert.deepEqual(await evidenceOf(store, ['told-late', 'new']), [
    [0, 0],
    [1, 1],
  ]);
});

storeTest('a CronJob made anew forgets the runs of its namesake, and they alone', async (store) => {
  const id = await keep(store);
  await record(store, id, 'before', 40 * DAY, 'failed');
  await record(store, id, 'after', 20 * DAY, 'success');
  await store.slots.insert(id, [aSlot(NOW - 41 * DAY), aSlot(NOW - 21 * DAY)]);
  const made = NOW - 30 * DAY;
  await keep(store, { uid: 'another', createdAt: made });
  assert.equal((await store.expire(expiry([id]))).executions, 0);
  assert.equal((await store.expire(expiry([id], { forgetsNamesakes: true }))).executions, 1);
  assert.deepEqual(await uids(store, id), ['after']);
  const row = await store.cronJobs.get('shop', 'backup', NOW);
  assert.deepEqual([row?.recent, row?.executionCount, row?.lastRunAt], ['s', 1, NOW - 20 * DAY - MINUTE]);
  const slots = await store.slots.list(id, { from: 0, to: NOW, limit: 9 });
  assert.deepEqual(
    slots.map(({ at }) => at),
    [NOW - 21 * DAY],
  );
});

storeTest('slots go with the runs of their time', async (store) => {
  const id = await keep(store);
  const slots = Array.from({ length: 1_203 }, (_, n) => aSlot(NOW - 90 * DAY + (n - 1_200) * MINUTE));
  await store.slots.insert(id, slots);
  await store.expire(expiry([id]));
  assert.equal((await store.slots.list(id, { from: 0, to: NOW, limit: 9 })).length, 3);
});

storeTest('evidence without a run goes, but for Jobs whose run may still come', async (store) => {
  const id = await keep(store);
  await record(store, id, 'recorded', DAY, 'failed');
  const lost = Array.from({ length: 600 }, (_, n) => `lost-${n}`);
  for (const jobUid of ['recorded', 'running', ...lost]) await evidence(store, jobUid);
  const counts = await store.removeOrphans({ keeps: (jobUid) => jobUid === 'running' });
  assert.deepEqual(counts, { executions: 0, logs: 600, events: 600 });
  assert.deepEqual(await evidenceOf(store, ['recorded', 'running', 'lost-7']), [
    [1, 1],
    [1, 1],
    [0, 0],
  ]);
});

storeTest('where all evidence has its run, none goes', async (store) => {
  const id = await keep(store);
  await record(store, id, 'recorded', DAY, 'failed');
  await evidence(store, 'recorded');
  const counts = await store.removeOrphans({ keeps: () => false });
  assert.deepEqual(counts, { executions: 0, logs: 0, events: 0 });
});

storeTest('an expiry that is told to end does so after the runs in hand', async (store) => {
  const id = await keep(store);
  for (let each = 0; each < 450; each++) await record(store, id, `run-${each}`, 100 * DAY);
  const { executions } = await store.expire(expiry([id], { signal: AbortSignal.abort() }));
  assert.equal(executions, 0);
  assert.equal((await store.stats()).executions, 450);
});

storeTest('evidence that an interrupted expiry left goes with the next', async (store) => {
  const id = await keep(store);
  await record(store, id, 'old', 40 * DAY, 'failed');
  await evidence(store, 'old');
  const cut = await store.expire(expiry([id], { signal: AbortSignal.abort() }));
  assert.deepEqual(cut, { executions: 0, logs: 0, events: 0 });
  assert.deepEqual(await store.expire(expiry([id])), { executions: 0, logs: 1, events: 1 });
});

/** A run of a minute that ended so long ago. */
async function record(
  store: Store,
  id: number,
  jobUid: string,
  agoMs: number,
  outcome: Outcome = 'success',
): Promise<void> {
  const completedAt = NOW - agoMs;
  const run = anExecution({ jobUid, outcome, startedAt: completedAt - MINUTE, completedAt });
  await store.executions.insert(id, run, NOW);
}

function aSlot(at: number) {
  return { at, outcome: 'skipped', reason: 'NotStarted', message: null } as const;
}

/** A log and an event. */
async function evidence(store: Store, jobUid: string): Promise<void> {
  await store.evidence.saveLog({
    jobUid,
    podUid: 'pod',
    podName: 'pod',
    container: 'main',
    restartCount: 0,
    text: 'one',
    truncated: false,
    capturedAt: NOW - HOUR,
  });
  const about = { objectKind: 'Pod', objectName: 'pod', count: 1, firstAt: null, lastAt: NOW };
  await store.evidence.saveEvents(jobUid, [
    { jobUid, eventUid: 'event', type: 'Warning', reason: 'BackOff', message: '', ...about },
  ]);
}

/** How many logs and events there are of each Job. */
function evidenceOf(store: Store, jobUids: readonly string[]): Promise<readonly (readonly number[])[]> {
  return Promise.all(
    jobUids.map(async (jobUid) => [
      (await store.evidence.logsOf(jobUid)).length,
      (await store.evidence.eventsOf(jobUid)).length,
    ]),
  );
}

/** Of the runs, newest first. */
async function uids(store: Store, id: number): Promise<readonly string[]> {
  const { items } = await store.executions.list(id, { limit: 100, offset: 0 });
  return items.map(({ jobUid }) => jobUid);
}
