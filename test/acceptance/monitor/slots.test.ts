import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ControllerEvent } from '../../../src/slot/controller-event.ts';
import { aCronJob, aJob, T0 } from '../../../src/execution/testing.ts';
import { MINUTE } from '../../../src/lib/duration.ts';
import { World } from './world.ts';

const EVERY_MINUTE = aCronJob({ schedule: '* * * * *' });

/** The slots without a run, oldest first: minutes after T0, reason or outcome, message. */
async function emptySlots(world: World): Promise<string[]> {
  const [row] = await world.store.cronJobs.all();
  const slots = await world.store.slots.list(row!.id, { from: 0, to: T0 * 2, limit: 100 });
  return slots.toReversed().map(({ at, reason, outcome, message }) => {
    const what = `${(at - T0) / MINUTE} ${reason ?? outcome}`;
    return message === null ? what : `${what}: ${message}`;
  });
}

describe('the slots of a CronJob', () => {
  it('are not judged while the watches are silent, and at once when they are heard again', async () => {
    let fresh = true;
    await using world = await World.open({ isFresh: () => fresh });
    world.cronJob(EVERY_MINUTE);
    await world.monitor.start();
    await world.pass(75);
    fresh = false;
    await world.pass(180);
    assert.deepEqual(await emptySlots(world), []);
    fresh = true;
    world.monitor.watchesFresh(0);
    await world.settle();
    assert.deepEqual(await emptySlots(world), ['1 NotStarted', '2 NotStarted', '3 NotStarted']);
  });

  it('that a run starts for after all are no longer without one', async () => {
    await using world = await World.open();
    world.cronJob(EVERY_MINUTE);
    await world.monitor.start();
    await world.pass(135);
    assert.deepEqual(await emptySlots(world), ['1 NotStarted']);
    world.job(aJob({ scheduledTimestamp: T0 + MINUTE, createdAt: T0 + 134_000 }));
    await world.settle();
    assert.deepEqual(await emptySlots(world), []);
  });

  it('have the reason that the controller reports, and it is asked once for each', async () => {
    const asked: number[] = [];
    const events: ControllerEvent[] = [
      { reason: 'FailedCreate', message: 'Error creating job: token=abc123 denied', firstAt: T0, lastAt: T0 },
    ];
    await using world = await World.open({
      eventsAbout: async ({ kind, name }) => {
        assert.deepEqual([kind, name], ['CronJob', 'nightly-backup']);
        asked.push((world.clock.now() - T0) / 1_000);
        return events.map((event) => ({ ...event, lastAt: world.clock.now() - 15_000 }));
      },
    });
    world.cronJob(EVERY_MINUTE);
    await world.monitor.start();
    await world.pass(135);
    assert.deepEqual(asked, [75, 135]);
    assert.deepEqual(await emptySlots(world), ['1 CreationFailed: token=[redacted] denied']);
  });

  it('are judged without the controller when it does not answer', async () => {
    await using world = await World.open({
      eventsAbout: async () => {
        throw new Error('the API server is away');
      },
    });
    world.cronJob(EVERY_MINUTE);
    await world.monitor.start();
    await world.pass(135);
    assert.deepEqual(await emptySlots(world), ['1 NotStarted']);
    const warnings = world.log.lines.filter(({ level }) => level === 'warn');
    assert.equal(warnings.length, 1, 'a fault that stays is told once');
  });

  it('are judged by what remains when the watch had to list again', async () => {
    await using world = await World.open();
    world.cronJob(EVERY_MINUTE);
    await world.monitor.start();
    await world.pass(70);
    await world.clock.runUntil(T0 + 190_000, world.settle);
    world.monitor.listedAgain(150_000);
    world.cronJob({ ...EVERY_MINUTE, lastScheduledFor: T0 + 3 * MINUTE });
    await world.settle();
    const slots = await emptySlots(world);
    assert.match(slots.at(-1) ?? '', /^3 unknown: A run was started for it/);
  });
});
