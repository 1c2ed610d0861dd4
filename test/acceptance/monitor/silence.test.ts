import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aContainer, aCronJob, aJob, anExit, T0 } from '../../../src/execution/testing.ts';
import { HOUR, MINUTE } from '../../../src/lib/duration.ts';
import { anEndedPod, failed, succeeded } from '../../../src/monitor/testing.ts';
import { Scratch, World } from './world.ts';

/** Of the n-th slot after T0, begun `delayMs` after it. */
function job(n: number, delayMs = 0) {
  const slot = T0 + n * HOUR;
  const startedAt = slot + delayMs;
  return aJob({
    uid: `job-${n}`,
    name: `nightly-backup-${slot / MINUTE}`,
    scheduledTimestamp: slot,
    startedAt,
  });
}

/** `reason`, and how many minutes after T0 it opened and ended. */
async function alerts(world: World): Promise<string[]> {
  const minute = (at: number | null) => (at === null ? 'open' : String(Math.round((at - T0) / MINUTE)));
  return (await world.alerts())
    .map(({ reason, openedAt, resolvedAt }) => `${reason} ${minute(openedAt)} ${minute(resolvedAt)}`)
    .sort();
}

/** An hourly CronJob, whose watches can fall silent. */
async function open(spec: object, path = ':memory:') {
  const watches = { fresh: true };
  const world = await World.open({ path, isFresh: () => watches.fresh });
  world.cronJob(aCronJob({ schedule: '0 * * * *', createdAt: T0 - MINUTE }));
  world.cronJobMonitor('all', spec);
  await world.monitor.start();
  const heardAgain = async () => {
    watches.fresh = true;
    world.monitor.watchesFresh(0);
    await world.settle();
  };
  return { world, watches, heardAgain, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

/** A process on the database of another that ended: orderly, or as a power failure ends it. */
async function takeOver(world: World, scratch: Scratch, end: 'stopped' | 'killed'): Promise<World> {
  if (end === 'stopped') await world.monitor.stop();
  const next = await World.open({ path: end === 'stopped' ? scratch.path : scratch.copy() });
  await next.clock.runUntil(world.clock.now(), async () => {});
  return next;
}

/** A run that took long waits so long for its Pods, which may tell more; most of these tests tell of none. */
const FOR_PODS_S = 1;

const TWENTY_MINUTES = { sla: { maxDuration: '20m' }, deadManSwitch: { enabled: false } };
/** A run is under way that may take twenty minutes. */
async function silentFromTenMinutesOn() {
  const opened = await open(TWENTY_MINUTES);
  opened.world.job(job(0));
  await opened.world.pass(10 * 60);
  opened.watches.fresh = false;
  return opened;
}

/** Of a run that waited for its start until 25 min after its slot, and then took a minute. */
const LATE_POD = anEndedPod(0, 26 * 60, {
  jobUid: 'job-0',
  containers: [aContainer({ state: anExit(0, 26 * 60, { startedAt: T0 + 25 * MINUTE }) })],
});

const ON_TIME = { deadManSwitch: { autoFromSchedule: { buffer: '10m' }, maxTimeSinceLastSuccess: '90m' } };

describe('What happened while the watches were silent', () => {
  it('is judged after the deadline that it followed, once they are heard again', async () => {
    await using opened = await silentFromTenMinutesOn();
    const { world, heardAgain } = opened;
    await world.pass(110 * 60);
    world.job(succeeded(job(0), T0 + 50 * MINUTE));
    world.job(succeeded(job(1), T0 + 65 * MINUTE));
    await world.settle();
    assert.deepEqual([await alerts(world), (await world.runs()).length], [[], 0], 'it may yet be undone');
    await heardAgain();
    await world.pass(FOR_PODS_S);
    assert.deepEqual(await alerts(world), ['MaxDuration 20 65']);
    assert.equal((await world.runs()).length, 2);
  });

  it('is judged by deadlines too that began meanwhile', async () => {
    await using opened = await open(TWENTY_MINUTES);
    const { world, watches, heardAgain } = opened;
    watches.fresh = false;
    await world.pass(120 * 60);
    world.job(succeeded(job(1), T0 + 90 * MINUTE));
    await world.settle();
    await heardAgain();
    await world.pass(FOR_PODS_S);
    assert.deepEqual(await alerts(world), ['MaxDuration 80 open']);
  });

  it('is a start that was long in coming, though the end of its run is told before its Pod', async () => {
    await using opened = await open({ deadManSwitch: { enabled: false } });
    const { world, watches, heardAgain } = opened;
    watches.fresh = false;
    await world.pass(30 * 60);
    world.job(succeeded(job(0), T0 + 26 * MINUTE));
    await heardAgain();
    assert.equal((await world.runs()).length, 0, 'its Pod tells more');
    world.pod({ ...LATE_POD, phase: 'Pending', containers: [] });
    await world.settle();
    assert.equal((await world.runs()).length, 0, 'it started later than its Pod was made');
    world.pod(LATE_POD);
    await world.settle();
    assert.deepEqual(await alerts(world), ['StuckBeforeStart 10 25']);
  });

  it('is the failure of a run that ended while another, whose Pod is not told yet, waited for its start', async () => {
    await using opened = await open({ deadManSwitch: { enabled: false } });
    const { world, watches, heardAgain } = opened;
    watches.fresh = false;
    await world.pass(90 * 60);
    const short = job(0, 50 * MINUTE);
    world.job(succeeded(job(0), T0 + 86 * MINUTE));
    world.job({ ...failed(short, T0 + 55 * MINUTE), uid: 'short', name: 'short' });
    world.pod(anEndedPod(1, 55 * 60, { uid: 'pod-short', jobUid: 'short' }));
    await heardAgain();
    const state = anExit(0, 86 * 60, { startedAt: T0 + 60 * MINUTE });
    world.pod(anEndedPod(0, 86 * 60, { jobUid: 'job-0', containers: [aContainer({ state })] }));
    await world.settle();
    assert.equal((await world.runs()).length, 2);
    assert.deepEqual(await alerts(world), ['JobFailed 55 86', 'StuckBeforeStart 10 60']);
  });

  it('does not make up for what was missed before it', async () => {
    await using opened = await open(ON_TIME);
    const { world, watches, heardAgain } = opened;
    world.job(succeeded(job(0), T0 + MINUTE));
    await world.pass(10 * 60);
    watches.fresh = false;
    await world.pass(170 * 60);
    world.job(succeeded(job(2, 30 * MINUTE), T0 + 155 * MINUTE));
    await world.settle();
    await heardAgain();
    assert.deepEqual(await alerts(world), ['MissedSchedule 70 155', 'NoRecentSuccess 91 155']);
  });

  it('is a suspension that began by the first slot without a run: nothing was missed', async () => {
    await using opened = await open(ON_TIME);
    const { world, watches, heardAgain } = opened;
    world.job(succeeded(job(0), T0 + MINUTE));
    await world.pass(10 * 60);
    watches.fresh = false;
    await world.pass(170 * 60);
    world.cronJob(aCronJob({ schedule: '0 * * * *', createdAt: T0 - MINUTE, suspend: true }));
    await world.settle();
    await heardAgain();
    assert.deepEqual(await alerts(world), []);
    const [row] = await world.store.cronJobs.all();
    assert.equal(row!.suspendedSince, T0 + HOUR);
    const slots = await world.store.slots.list(row!.id, { from: T0, to: T0 + 3 * HOUR, limit: 10 });
    assert.deepEqual(
      slots.map(({ at, reason }) => [(at - T0) / HOUR, reason]),
      [3, 2, 1].map((hour) => [hour, 'Suspended']),
    );
  });

  for (const end of ['stopped', 'killed'] as const) {
    it(`is an edit whose slots were not judged yet, also after its process was ${end}`, async () => {
      using scratch = new Scratch();
      await using opened = await open(ON_TIME, scratch.path);
      const { world, watches } = opened;
      world.job(succeeded(job(0), T0 + MINUTE));
      await world.pass(10 * 60);
      watches.fresh = false;
      await world.pass(120 * 60);
      const edited = aCronJob({ schedule: '30 4 * * *', createdAt: T0 - MINUTE });
      world.cronJob(edited);
      await world.settle();
      const [row] = await world.store.cronJobs.all();
      assert.equal(row!.schedule, '0 * * * *', 'its slots are still to be judged');
      await using next = await takeOver(world, scratch, end);
      next.cronJob(edited);
      await next.monitor.start();
      await next.settle();
      const slots = await next.store.slots.list(row!.id, { from: T0, to: T0 + 3 * HOUR, limit: 10 });
      assert.deepEqual(
        slots.map(({ at, outcome }) => [(at - T0) / HOUR, outcome]),
        [2, 1].map((hour) => [hour, 'unknown']),
      );
      assert.deepEqual(await alerts(next), []);
    });

    it(`is judged with its run, which waits for a Pod, also after its process was ${end}`, async () => {
      using scratch = new Scratch();
      await using opened = await open(TWENTY_MINUTES, scratch.path);
      const { world, watches, heardAgain } = opened;
      world.job(job(0));
      await world.pass(60);
      watches.fresh = false;
      await world.pass(29 * 60);
      const ended = succeeded(job(0), T0 + 26 * MINUTE);
      world.job(ended);
      await heardAgain();
      await using next = await takeOver(world, scratch, end);
      next.cronJob(aCronJob({ schedule: '0 * * * *', createdAt: T0 - MINUTE }));
      next.cronJobMonitor('all', TWENTY_MINUTES);
      next.job(ended);
      next.pod(LATE_POD);
      await next.monitor.start();
      await next.settle();
      assert.deepEqual(await alerts(next), ['MaxDuration 20 open', 'StuckBeforeStart 10 25']);
    });

    it(`is what it was for whom was watching all along, also after its process was ${end}`, async () => {
      using scratch = new Scratch();
      await using opened = await open(ON_TIME, scratch.path);
      const { world, watches } = opened;
      world.job(succeeded(job(0), T0 + MINUTE));
      await world.pass(10 * 60);
      watches.fresh = false;
      await world.pass(160 * 60);
      const late = succeeded(job(2, 30 * MINUTE), T0 + 155 * MINUTE);
      world.job(late);
      await world.settle();
      assert.deepEqual(await alerts(world), [], 'nothing is concluded from silence');
      await using next = await takeOver(world, scratch, end);
      next.cronJob(
        aCronJob({ schedule: '0 * * * *', createdAt: T0 - MINUTE, lastScheduledFor: T0 + 2 * HOUR }),
      );
      next.job(late);
      next.cronJobMonitor('all', ON_TIME);
      await next.monitor.start();
      await next.settle();
      assert.deepEqual(await alerts(next), ['MissedSchedule 70 155', 'NoRecentSuccess 91 155']);
      assert.equal((await next.runs()).length, 2);
    });
  }

  it("is a recreation: the slots before it are nobody's", async () => {
    await using opened = await open(ON_TIME);
    const { world, watches, heardAgain } = opened;
    world.job(succeeded(job(0), T0 + MINUTE));
    await world.pass(5 * 60);
    world.cronJobDeleted(aCronJob({ schedule: '0 * * * *', createdAt: T0 - MINUTE }));
    await world.pass(5 * 60);
    watches.fresh = false;
    await world.pass(150 * 60);
    world.cronJob(aCronJob({ uid: 'another', schedule: '0 * * * *', createdAt: T0 + 150 * MINUTE }));
    await world.settle();
    await heardAgain();
    await world.pass(30 * 60);
    const [row] = await world.store.cronJobs.all();
    const slots = await world.store.slots.list(row!.id, { from: T0, to: T0 + 3 * HOUR, limit: 10 });
    assert.deepEqual(slots, []);
    assert.deepEqual(await alerts(world), ['CronJobDeleted 15 150']);
  });

  it('is a creation, which may be told before the runs that followed it', async () => {
    await using opened = await open(ON_TIME);
    const { world, watches, heardAgain } = opened;
    watches.fresh = false;
    await world.pass(150 * 60);
    world.cronJob(aCronJob({ uid: 'new', name: 'new', schedule: '0 * * * *', createdAt: T0 + 30 * MINUTE }));
    await world.settle();
    for (const n of [1, 2]) {
      const run = aJob({ ...job(n), uid: `new-${n}`, owner: { uid: 'new', name: 'new', controller: true } });
      world.job(succeeded(run, run.startedAt! + MINUTE));
    }
    await world.settle();
    await heardAgain();
    const told = (await world.alerts()).filter(({ cronJobName }) => cronJobName === 'new');
    assert.deepEqual(told, []);
  });

  it('comes to the same when it is told twice', async () => {
    await using opened = await silentFromTenMinutesOn();
    const { world, heardAgain } = opened;
    await world.pass(50 * 60);
    world.job(succeeded(job(0), T0 + 50 * MINUTE));
    await world.settle();
    world.job(succeeded(job(0), T0 + 50 * MINUTE));
    await world.settle();
    await heardAgain();
    await heardAgain();
    await world.pass(FOR_PODS_S);
    assert.deepEqual(await alerts(world), ['MaxDuration 20 open']);
  });

  it('waits for three minutes where they stay silent, and is then recorded all the same', async () => {
    await using opened = await silentFromTenMinutesOn();
    const { world } = opened;
    await world.pass(50 * 60);
    world.job(succeeded(job(0), T0 + 50 * MINUTE));
    await world.pass(179);
    assert.equal((await world.runs()).length, 0);
    await world.pass(1);
    assert.equal((await world.runs()).length, 1);
  });

  it('is told at once where no deadline lies before it', async () => {
    await using opened = await open(TWENTY_MINUTES);
    const { world, watches } = opened;
    watches.fresh = false;
    world.job(succeeded(job(0), T0 + 5 * MINUTE));
    await world.settle();
    assert.equal((await world.runs()).length, 1);
  });
});
