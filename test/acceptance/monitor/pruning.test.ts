import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aJob, T0 } from '../../../src/execution/testing.ts';
import { failed, succeeded } from '../../../src/monitor/testing.ts';
import { Scratch, World } from './world.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The n-th night's Job. */
function nightly(n: number) {
  const slot = T0 + n * DAY;
  const times = { scheduledTimestamp: slot, createdAt: slot, startedAt: slot };
  return aJob({ uid: `job-${n}`, name: `nightly-backup-${slot / MINUTE}`, ...times });
}

describe('A prune', () => {
  const jobs = [
    succeeded(nightly(0), T0 + MINUTE),
    succeeded(nightly(1), T0 + DAY + MINUTE),
    failed(nightly(2), T0 + 2 * DAY + MINUTE),
  ];

  it('spares what the cluster still has, so that a restart records and resolves nothing again', async () => {
    using scratch = new Scratch();
    {
      await using world = await World.open({ path: scratch.path });
      await world.start();
      for (const job of jobs) {
        world.job(job);
        await world.pass(10);
      }
      world.jobDeleted(jobs[0]!);
      await world.settle();
      const before = T0 + 10 * DAY;
      const keeps = (jobUid: string) => world.monitor.hasJob(jobUid);
      const { executions } = await world.store.prune({ before, keeps, dryRun: false });
      assert.equal(executions, 1);
      assert.deepEqual(await uids(world), ['job-2', 'job-1']);
    }
    await using world = await World.open({ path: scratch.path });
    for (const job of jobs.slice(1)) world.job(job);
    await world.start();
    await world.pass(10);
    assert.deepEqual(await uids(world), ['job-2', 'job-1']);
    const row = await world.store.cronJobs.get('payments', 'nightly-backup', world.clock.now());
    assert.equal(row?.executionCount, 2);
    assert.equal(row.recent, 'ssf');
    const alerts = await world.alerts();
    assert.deepEqual(
      alerts.map(({ resolvedAt }) => resolvedAt),
      [null],
    );
  });
});

async function uids(world: World): Promise<string[]> {
  return (await world.runs()).map(({ jobUid }) => jobUid);
}
