import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aContainer, aCronJob, aJob, anExit, aPod, T0 } from '../../../src/execution/testing.ts';
import { anEndedPod, failed, succeeded, until } from '../../../src/monitor/testing.ts';
import { Scratch, World } from './world.ts';

const MINUTE = 60_000;

/** The n-th night's Job. */
function nightly(n: number) {
  const slot = T0 + n * 86_400_000;
  const times = { scheduledTimestamp: slot, createdAt: slot, startedAt: slot };
  return aJob({ uid: `job-${n}`, name: `nightly-backup-${slot / MINUTE}`, ...times });
}

describe('Recording of runs', () => {
  it('records a run exactly once, however often it is told', async () => {
    await using world = await World.open();
    await world.start();
    const job = aJob();
    world.job(job);
    await world.settle();
    const done = succeeded(job, T0 + MINUTE);
    for (let n = 0; n < 3; n++) {
      world.job(done);
      await world.settle();
    }
    world.jobDeleted(done);
    await world.settle();
    world.monitor.jobChanged({ kind: 'added', next: done });
    await world.settle();
    const runs = await world.runs();
    assert.deepEqual(
      runs.map(({ jobUid, outcome, durationMs }) => ({ jobUid, outcome, durationMs })),
      [{ jobUid: 'job-1', outcome: 'success', durationMs: MINUTE - 200 }],
    );
  });

  it('records nothing again after a restart on the same database, and raises nothing again', async () => {
    using scratch = new Scratch();
    const { path } = scratch;
    const job = failed(aJob(), T0 + MINUTE);
    {
      await using world = await World.open({ path });
      await world.start();
      world.pod(anEndedPod(3, 50));
      world.job(job);
      await world.settle();
      assert.equal((await world.runs()).length, 1);
    }
    let asked = 0;
    await using world = await World.open({
      path,
      podLog: async () => {
        asked += 1;
        return { text: '', truncated: false };
      },
    });
    world.job(job);
    world.pod(anEndedPod(3, 50));
    await world.start();
    assert.equal(world.monitor.ready, true);
    assert.equal((await world.runs()).length, 1);
    assert.equal((await world.alerts())[0]?.occurrences, 1);
    assert.equal(asked, 0);
  });

  it('finds at a start the runs that ended meanwhile', async () => {
    using scratch = new Scratch();
    const { path } = scratch;
    {
      await using world = await World.open({ path });
      await world.start();
      world.job(aJob());
      await world.settle();
    }
    await using world = await World.open({ path });
    world.job(succeeded(aJob(), T0 + MINUTE));
    await world.start();
    assert.equal((await world.runs()).length, 1);
  });

  it('tells a run that failed twice and then succeeded as one success with three attempts', async () => {
    await using world = await World.open();
    await world.start();
    const job = aJob();
    world.job(job);
    world.pod(anEndedPod(1, 5, { uid: 'pod-1' }));
    world.pod(anEndedPod(1, 25, { uid: 'pod-2' }));
    world.pod(anEndedPod(0, 60, { uid: 'pod-3' }));
    world.job(succeeded(job, T0 + MINUTE));
    await world.settle();
    const [run] = await world.runs();
    assert.deepEqual([run?.outcome, run?.attemptCount, run?.exitCode], ['success', 3, 0]);
    assert.deepEqual(await world.alerts(), []);
  });

  it('keeps the attempts of a container that restarts in its Pod, and of a Pod that is deleted', async () => {
    await using world = await World.open();
    await world.start();
    const job = aJob();
    world.job(job);
    for (const [restartCount, second] of [
      [1, 5],
      [2, 25],
    ] as const) {
      world.pod(aPod({ containers: [aContainer({ restartCount, lastTerminated: anExit(7, second) })] }));
      await world.settle();
    }
    world.monitor.podChanged({
      kind: 'deleted',
      last: aPod({
        deletedAt: T0 + 40_000,
        containers: [aContainer({ restartCount: 2, lastTerminated: anExit(7, 25) })],
      }),
      finalStateKnown: true,
    });
    world.job(failed(job, T0 + MINUTE));
    await world.settle();
    const run = await world.store.executions.get('job-1');
    assert.equal(run?.exitCode, 7);
    assert.deepEqual(
      run?.attempts.map(({ exitCode }) => exitCode),
      [7, 7, null],
    );
    const logs = await world.store.evidence.logsOf('job-1');
    assert.deepEqual(new Set(logs.map(({ restartCount }) => restartCount)), new Set([0, 1, 2]));
  });

  it('waits a moment for the end of a Pod that the end of its Job overtook, and no longer', async () => {
    for (const podComes of [true, false]) {
      await using world = await World.open();
      await world.start();
      const job = aJob();
      world.job(job);
      world.pod(aPod());
      await world.settle();
      world.job(failed(job, T0 + MINUTE));
      await world.pass(0.9);
      assert.deepEqual(await world.runs(), []);
      if (podComes) world.pod(anEndedPod(9, 50));
      await world.pass(0.1);
      assert.equal((await world.runs())[0]?.exitCode, podComes ? 9 : -1);
    }
  });

  it('holds nothing up for Pods of a Job that succeeded without any being seen', async () => {
    await using world = await World.open();
    await world.start();
    world.job(succeeded(aJob(), T0 + MINUTE));
    await world.settle();
    assert.equal((await world.runs()).length, 1);
  });

  it('takes a parallel Job with one Pod that fails for good for a failure', async () => {
    await using world = await World.open();
    await world.start();
    const job = aJob({ completions: 2, parallelism: 2 });
    world.job(job);
    world.pod(anEndedPod(0, 5, { uid: 'pod-1' }));
    world.pod(anEndedPod(4, 8, { uid: 'pod-2' }));
    world.job(failed(job, T0 + MINUTE));
    await world.settle();
    const [run] = await world.runs();
    assert.deepEqual([run?.outcome, run?.exitCode], ['failed', 4]);
    assert.equal((await world.alerts()).length, 1);
  });

  it('records a Job that is deleted 100 ms after it failed, with its log', async () => {
    let gone = false;
    await using world = await World.open({
      podLog: async () => {
        if (gone) throw Object.assign(new Error('not found'), { code: 404 });
        return { text: 'disk full\n', truncated: false };
      },
    });
    await world.start();
    const job = aJob();
    world.job(job);
    await world.settle();
    world.pod(anEndedPod(1, 50));
    const ended = failed(job, T0 + MINUTE);
    world.job(ended);
    await until(() => world.monitor.idle());
    gone = true;
    world.jobDeleted(ended);
    world.monitor.podChanged({ kind: 'deleted', last: anEndedPod(1, 50), finalStateKnown: true });
    await world.settle();
    assert.equal((await world.runs())[0]?.outcome, 'failed');
    assert.equal((await world.store.evidence.logsOf('job-1'))[0]?.text, 'disk full\n');
  });

  it('records a Job whose deletion is the first that is seen of it', async () => {
    await using world = await World.open();
    await world.start();
    world.jobDeleted(succeeded(aJob(), T0 + MINUTE));
    await world.settle();
    assert.equal((await world.runs())[0]?.outcome, 'success');
  });

  it('takes a Job that was deleted before it ended for a failed run', async () => {
    await using world = await World.open();
    await world.start();
    world.job(aJob());
    await world.settle();
    await world.pass(30);
    world.jobDeleted(aJob());
    await world.pass(10);
    const [run] = await world.runs();
    assert.deepEqual([run?.outcome, run?.reason, run?.exitCode], ['failed', 'Deleted', -1]);
    assert.equal((await world.alerts()).length, 1);
  });

  it('raises nothing for a run that a later slot replaced, in whatever order that is told', async () => {
    for (const laterFirst of [true, false]) {
      await using world = await World.open();
      const cronJob = aCronJob({ concurrencyPolicy: 'Replace' });
      await world.start();
      world.cronJob(cronJob);
      world.job(nightly(0));
      await world.settle();
      if (laterFirst) world.job(nightly(1));
      world.jobDeleted(nightly(0));
      await world.pass(3);
      if (!laterFirst) world.job(nightly(1));
      await world.pass(10);
      const [run] = await world.runs();
      assert.deepEqual([run?.outcome, run?.reason], ['failed', 'Replaced']);
      assert.deepEqual(await world.alerts(), []);
    }
  });

  it('records nothing of a run whose end nobody saw', async () => {
    await using world = await World.open();
    await world.start();
    world.job(aJob());
    await world.settle();
    world.jobDeleted(aJob(), false);
    await world.pass(10);
    assert.deepEqual(await world.runs(), []);
    assert.ok(world.log.lines.some(({ message }) => message === 'a run went unseen before it ended'));
  });

  it('records the run of a Job that outlived its CronJob, under the row of the CronJob', async () => {
    await using world = await World.open();
    await world.start();
    world.job(aJob());
    await world.settle();
    world.cronJobDeleted();
    await world.settle();
    world.job(succeeded(aJob(), T0 + MINUTE));
    await world.settle();
    const rows = await world.store.cronJobs.all();
    assert.equal(rows.length, 1);
    assert.notEqual(rows[0]?.deletedAt, null);
    assert.equal((await world.runs()).length, 1);
  });

  it('records the run of a Job whose CronJob was never seen', async () => {
    await using world = await World.open();
    await world.start();
    const owner = { uid: 'gone', name: 'forgotten', controller: true };
    world.job(succeeded(aJob({ owner }), T0 + MINUTE));
    await world.settle();
    assert.deepEqual(await world.runs('forgotten'), []);
    await world.pass(10);
    assert.equal((await world.runs('forgotten'))[0]?.outcome, 'success');
  });

  it('takes no notice of Jobs that no CronJob owns', async () => {
    await using world = await World.open();
    await world.start();
    world.pod(anEndedPod(1, 5));
    world.job(failed(aJob({ owner: null }), T0 + MINUTE));
    await world.settle();
    assert.deepEqual(await world.runs(), []);
  });

  it('shows what runs now and when the next run is due', async () => {
    await using world = await World.open();
    await world.start();
    const read = async () => (await world.store.cronJobs.get('payments', 'nightly-backup', T0))!;
    assert.equal((await read()).nextRunAt, T0 + 86_400_000);
    world.job(aJob());
    await world.settle();
    assert.deepEqual(
      (await read()).running.map(({ jobName }) => jobName),
      [aJob().name],
    );
    world.job(succeeded(aJob(), T0 + MINUTE));
    // The controller starts a run a moment after its slot, and until then the slot is the next one.
    await world.pass(86_401);
    assert.deepEqual((await read()).running, []);
    assert.equal((await read()).nextRunAt, T0 + 2 * 86_400_000);
  });

  it('marks a CronJob deleted whose recorded Jobs go before it was written', async () => {
    await using world = await World.open();
    await world.start();
    const done = succeeded(aJob(), T0 + MINUTE);
    world.job(done);
    await world.settle();
    world.cronJobDeleted();
    world.jobDeleted(done);
    await world.settle();
    assert.notEqual((await world.store.cronJobs.all())[0]?.deletedAt, null);
    assert.equal((await world.runs()).length, 1);
  });

  it('marks CronJobs that were deleted while nobody watched', async () => {
    using scratch = new Scratch();
    const { path } = scratch;
    {
      await using world = await World.open({ path });
      await world.start();
    }
    await using world = await World.open({ path });
    await world.monitor.start();
    await world.settle();
    assert.notEqual((await world.store.cronJobs.all())[0]?.deletedAt, null);
  });

  it('keeps a CronJob that the store refuses from holding up the others', async () => {
    await using world = await World.open({
      intercept: (store) => ({
        ...store,
        transaction: (fn, options) =>
          store.transaction(
            (tx) =>
              fn({
                ...tx,
                cronJobs: {
                  ...tx.cronJobs,
                  upsert: async (cronJob, known) => {
                    if (cronJob.name === 'poison') throw new Error('poison');
                    return tx.cronJobs.upsert(cronJob, known);
                  },
                },
              }),
            options,
          ),
      }),
    });
    world.cronJob(aCronJob({ uid: 'a', name: 'a' }));
    world.cronJob(aCronJob({ uid: 'poison', name: 'poison' }));
    world.cronJob(aCronJob({ uid: 'z', name: 'z' }));
    await world.start();
    await world.pass(5);
    const names = (await world.store.cronJobs.all()).map(({ name }) => name);
    assert.deepEqual(names, ['a', 'nightly-backup', 'z']);
    assert.equal(world.log.lines.filter(({ message }) => message === 'sync failed').length, 1);
  });
});
