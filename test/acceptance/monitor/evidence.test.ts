import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aJob, T0 } from '../../../src/execution/testing.ts';
import type { ClusterEvent } from '../../../src/monitor/evidence-fetcher.ts';
import { anEndedPod, failed } from '../../../src/monitor/testing.ts';
import { Scratch, World } from './world.ts';

const QUOTA = 'Error creating: pods "nightly-backup-x" is forbidden: exceeded quota: compute';

function aRefusal(): ClusterEvent {
  const { name } = aJob();
  return {
    eventUid: 'event-1',
    type: 'Warning',
    reason: 'FailedCreate',
    message: QUOTA,
    objectKind: 'Job',
    objectName: name,
    count: 7,
    firstAt: T0 + 1_000,
    lastAt: T0 + 40_000,
  };
}

describe('Evidence', () => {
  it('of before a restart is not asked for again, and a cluster that hangs then holds up no run', async () => {
    using scratch = new Scratch();
    const { path } = scratch;
    {
      await using world = await World.open({
        path,
        podLog: async () => ({ text: 'boom\n', truncated: false }),
      });
      await world.start();
      world.job(aJob());
      world.pod(anEndedPod(3, 50));
      await world.settle();
      assert.equal((await world.runs()).length, 0, 'the Job has not ended yet');
    }
    await using world = await World.open({ path, podLog: () => Promise.reject(new Error('was asked')) });
    world.job(failed(aJob(), T0 + 60_000));
    world.pod(anEndedPod(3, 50));
    await world.start();
    const [run] = await world.runs();
    assert.equal(run?.exitCode, 3);
    const [log] = await world.store.evidence.logsOf('job-1');
    assert.equal(log?.text, 'boom\n');
    assert.deepEqual(world.log.lines, []);
  });

  it('tells why a Job gets no Pod, in the words of the admission', async () => {
    await using world = await World.open({
      podEvents: async ({ kind }) => (kind === 'Job' ? [aRefusal()] : []),
    });
    await world.start();
    world.job(aJob({ active: 0 }));
    await world.pass(30);
    assert.deepEqual(await running(world), [{ state: 'pending', stuck: null }]);
    await world.pass(40);
    const stuck = { since: T0 + 200, reason: 'FailedCreate', message: QUOTA };
    assert.deepEqual(await running(world), [{ state: 'pending', stuck }]);
  });
});

async function running(world: World) {
  const row = await world.store.cronJobs.get('payments', 'nightly-backup', world.clock.now());
  return row?.running.map(({ state, stuck }) => ({ state, stuck }));
}
