import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aCronJob, aJob, T0 } from '../../../src/execution/testing.ts';
import { anEndedPod, failed } from '../../../src/monitor/testing.ts';
import { Scratch, World } from './world.ts';

const OPS = { alerting: { channelRefs: [{ name: 'ops' }] } };

/** The reasons of the conditions that were written last. */
function reasons(world: World, name: string): string[] {
  const last = world.statuses.findLast((written) => written.name === name);
  assert.ok(last);
  return (last.status['conditions'] as { reason: string }[]).map(({ reason }) => reason);
}

describe('CronJobMonitor resources', () => {
  it('are told how many CronJobs they watch and how these are', async () => {
    await using world = await World.open();
    world.cronJobMonitor('all', {});
    world.cronJob(aCronJob({ uid: 'other', name: 'other' }));
    await world.start();
    await world.pass(2);
    const counts = () => world.statuses.at(-1)?.status['summary'];
    assert.deepEqual(counts(), { cronJobs: 2, healthy: 2, warning: 0, critical: 0 });
    world.pod(anEndedPod(1, 5));
    world.job(failed(aJob(), T0 + 10_000));
    await world.pass(2);
    assert.deepEqual(counts(), { cronJobs: 2, healthy: 1, warning: 0, critical: 1 });
    world.cronJobDeleted();
    await world.pass(2);
    assert.deepEqual(counts(), { cronJobs: 1, healthy: 1, warning: 0, critical: 0 });
  });

  it('have their status written only when it changed', async () => {
    await using world = await World.open();
    world.cronJobMonitor('all', {});
    await world.start();
    await world.pass(2);
    const written = world.statuses.length;
    world.cronJobMonitor('all', {});
    for (const n of [1, 2, 3]) world.cronJob(aCronJob({ lastScheduledFor: T0 + n }));
    await world.pass(10);
    assert.equal(world.statuses.length, written);
  });

  it('say what is wrong with their spec, and others go on', async () => {
    await using world = await World.open();
    world.cronJobMonitor('bad', { failure: { consecutiveFailures: 'many' } });
    world.cronJobMonitor('good', OPS);
    world.channel('ops');
    await world.start();
    assert.deepEqual(reasons(world, 'bad'), ['InvalidSpec', 'InvalidSpec']);
    assert.deepEqual(reasons(world, 'good'), ['Valid', 'Resolved']);
    world.cronJobMonitor('bad', {}, 2);
    await world.settle();
    assert.deepEqual(reasons(world, 'bad'), ['Valid', 'Resolved']);
  });

  it('say when a channel that they name does not exist, and when it came', async () => {
    await using world = await World.open();
    world.cronJobMonitor('all', OPS);
    await world.start();
    assert.deepEqual(reasons(world, 'all'), ['Valid', 'ChannelNotFound']);
    world.channel('ops');
    await world.settle();
    assert.deepEqual(reasons(world, 'all'), ['Valid', 'Resolved']);
  });

  it('set the window of the statistics: the first by name that has an SLA', async () => {
    await using world = await World.open();
    const windowDays = async () => (await world.store.cronJobs.all())[0]?.windowDays;
    await world.start();
    assert.equal(await windowDays(), 7);
    world.cronJobMonitor('a', {});
    world.cronJobMonitor('b', { sla: { windowDays: 30 } });
    world.cronJobMonitor('c', { sla: { windowDays: 90 } });
    await world.settle();
    assert.equal(await windowDays(), 30);
  });

  it('that were deleted while nobody watched are gone after a start, with their members', async () => {
    using scratch = new Scratch();
    const { path } = scratch;
    {
      await using world = await World.open({ path });
      world.cronJobMonitor('old', {});
      await world.start();
      await world.pass(2);
      assert.equal((await world.store.monitors.list())[0]?.cronJobCount, 1);
    }
    await using world = await World.open({ path });
    await world.start();
    assert.deepEqual(await world.store.monitors.list(), []);
  });
});
