// What an edit of a monitor means for messages that were decided before it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE } from '../../../src/lib/duration.ts';
import { DeliveryWorld } from './world.ts';

/** The world begins on a Monday at 03:00; this window lasts from 04:00 to 06:00 every day. */
const WINDOW = { name: 'night', schedule: '0 4 * * *', duration: '2h' };
const ALERTING = { channelRefs: [{ name: 'hook' }] };

/** An alert that was told before the window and ended in it. */
async function withHeldEnd(): Promise<DeliveryWorld> {
  const world = await DeliveryWorld.open({ monitor: { maintenanceWindows: [WINDOW] } });
  world.fail('backup');
  await world.runUntil(90 * MINUTE);
  world.succeed('backup');
  await world.runUntil(100 * MINUTE);
  assert.deepEqual(world.story(), ['0m firing backup']);
  return world;
}

test('the end of an alert is told when the window that held it back is taken away', async () => {
  await using world = await withHeldEnd();
  world.cronJobMonitor('all', { alerting: ALERTING }, 2);
  await world.runUntil(DAY);
  assert.deepEqual(world.story(), ['0m firing backup', '100m resolved backup']);
});

test('the end of an alert waits for the new end of its window, and says so', async () => {
  await using world = await withHeldEnd();
  world.cronJobMonitor('all', { alerting: ALERTING, maintenanceWindows: [{ ...WINDOW, duration: '4h' }] }, 2);
  await world.settle();
  const [ledger] = await world.ledger('backup');
  assert.equal(ledger!.at(-1), 'resolved pending: maintenance window `night` until 2026-03-02T08:00:00Z');
  await world.runUntil(DAY);
  assert.deepEqual(world.story(), ['0m firing backup', '300m resolved backup']);
});

test('the end of an alert goes out when the monitor with the window is deleted', async () => {
  await using world = await withHeldEnd();
  world.deleteMonitor('all');
  await world.runUntil(DAY);
  assert.deepEqual(world.story(), ['0m firing backup', '100m resolved backup']);
});

test('an alarm follows an edit of alertDelay, and is withdrawn where its alert ends within it', async () => {
  await using world = await DeliveryWorld.open({ alerting: { alertDelay: '1h' } });
  world.fail('backup');
  world.fail('report');
  await world.runUntil(10 * MINUTE);
  world.cronJobMonitor('all', { alerting: { ...ALERTING, alertDelay: '30m' } }, 2);
  await world.runUntil(20 * MINUTE);
  world.succeed('report');
  await world.runUntil(DAY);
  assert.deepEqual(world.story(), ['30m firing backup']);
});

test('whoever was told of an alert is told once that its monitor is gone, and why', async () => {
  await using world = await DeliveryWorld.open();
  world.fail('backup');
  await world.runUntil(10 * MINUTE);
  world.deleteMonitor('all');
  await world.runUntil(20 * MINUTE);
  world.fail('backup');
  await world.runUntil(30 * MINUTE);
  world.succeed('backup');
  await world.runUntil(DAY);
  assert.deepEqual(world.story(), ['0m firing backup', '11m resolved backup']);
  const { body } = world.told()[1]!;
  assert.match(body.title, /^No longer monitored: backup failed/);
  assert.match(body.message, /^No monitor selects the CronJob any more\. It is still active\. It was: /);
});

test('likewise when the monitor selects others from now on, or names other channels', async () => {
  await using others = await DeliveryWorld.open();
  others.fail('backup');
  await others.runUntil(10 * MINUTE);
  others.cronJobMonitor('all', { selector: { matchNames: ['report'] }, alerting: ALERTING }, 2);
  await others.runUntil(HOUR);
  assert.deepEqual(others.story(), ['0m firing backup', '11m resolved backup']);

  await using elsewhere = await DeliveryWorld.open();
  elsewhere.channel('other');
  elsewhere.fail('backup');
  await elsewhere.runUntil(10 * MINUTE);
  elsewhere.cronJobMonitor('all', { alerting: { channelRefs: [{ name: 'other' }] } }, 2);
  await elsewhere.runUntil(HOUR);
  assert.match(elsewhere.told()[1]!.body.title, /^No longer told here: /);
  elsewhere.succeed('backup');
  await elsewhere.runUntil(2 * HOUR);
  assert.deepEqual(elsewhere.story(), ['0m firing backup', '11m resolved backup']);
});

test('a monitor that is replaced within a minute tells nobody anything', async () => {
  await using world = await DeliveryWorld.open();
  world.fail('backup');
  await world.runUntil(10 * MINUTE);
  world.deleteMonitor('all');
  await world.settle();
  world.cronJobMonitor('all', { alerting: ALERTING });
  await world.runUntil(HOUR);
  world.succeed('backup');
  await world.runUntil(DAY);
  assert.deepEqual(world.story(), ['0m firing backup', '60m resolved backup']);
});

test('a monitor that comes back later tells of what is still active, and of its end', async () => {
  await using world = await DeliveryWorld.open();
  world.fail('backup');
  await world.runUntil(10 * MINUTE);
  world.deleteMonitor('all');
  await world.runUntil(HOUR);
  world.cronJobMonitor('all', { alerting: ALERTING });
  await world.runUntil(2 * HOUR);
  world.succeed('backup');
  await world.runUntil(DAY);
  assert.deepEqual(world.story(), [
    '0m firing backup',
    '11m resolved backup',
    '60m firing backup',
    '120m resolved backup',
  ]);
});

test('what nobody was told yet is withdrawn with the monitor', async () => {
  await using world = await DeliveryWorld.open({ alerting: { alertDelay: '1h' } });
  world.fail('backup');
  await world.runUntil(10 * MINUTE);
  world.deleteMonitor('all');
  await world.runUntil(DAY);
  assert.deepEqual(world.story(), []);
  assert.deepEqual(await world.ledger('backup'), [
    ['firing withdrawn: no monitor names the channel any more'],
  ]);
});

test('an alert that only the monitor asked for ends with it, and its channels are told', async () => {
  const deadManSwitch = { maxTimeSinceLastSuccess: '10m' };
  await using world = await DeliveryWorld.open({ monitor: { deadManSwitch } });
  world.cronJob('quiet', '0 0 31 2 *');
  await world.runUntil(20 * MINUTE);
  world.deleteMonitor('all');
  await world.runUntil(DAY);
  assert.deepEqual(
    world
      .told()
      .map(({ at, body }) => `${Math.floor(at / MINUTE)}m ${body.status}: ${body.message}`.slice(0, 55)),
    [
      '10m firing: No run has succeeded since monitoring began',
      '21m resolved: No monitor asks for this any more. It was',
    ],
  );
});
