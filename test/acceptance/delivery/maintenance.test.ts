import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE } from '../../../src/lib/duration.ts';
import { DeliveryWorld } from './world.ts';

/** The world begins on a Monday at 03:00; this window lasts from 04:00 to 06:00 every day. */
const WINDOW = { name: 'night', schedule: '0 4 * * *', duration: '2h' };
const NIGHTLY = { monitor: { maintenanceWindows: [WINDOW] } };

test('an alert in a window is recorded at once and told when the window ends', async () => {
  await using world = await DeliveryWorld.open(NIGHTLY);
  await world.runUntil(90 * MINUTE);
  world.fail('backup');
  await world.settle();
  assert.equal((await world.store.alerts.list({ active: true, limit: 9, offset: 0 })).total, 1);
  assert.deepEqual(await world.ledger('backup'), [
    ['firing pending: maintenance window `night` until 2026-03-02T06:00:00Z'],
  ]);
  await world.runUntil(3 * HOUR - 1);
  assert.deepEqual(world.story(), []);
  await world.runUntil(DAY);
  assert.deepEqual(world.story(), ['180m firing backup']);
});

test('an alert that ends within the window is not told, and the ledger says why', async () => {
  await using world = await DeliveryWorld.open(NIGHTLY);
  await world.runUntil(90 * MINUTE);
  world.fail('backup');
  await world.runUntil(120 * MINUTE);
  world.succeed('backup');
  await world.runUntil(DAY);
  assert.deepEqual(world.story(), []);
  assert.deepEqual(await world.ledger('backup'), [
    ['firing withdrawn: the alert ended within a maintenance window'],
  ]);
});

test('the end of an alert that was told before the window is told after it', async () => {
  await using world = await DeliveryWorld.open(NIGHTLY);
  world.fail('backup');
  await world.runUntil(90 * MINUTE);
  world.succeed('backup');
  await world.runUntil(DAY);
  assert.deepEqual(world.story(), ['0m firing backup', '180m resolved backup']);
});

test('windows that follow each other hold to the end of the last', async () => {
  const windows = [WINDOW, { name: 'morning', schedule: '30 5 * * *', duration: '90m' }];
  await using world = await DeliveryWorld.open({ monitor: { maintenanceWindows: windows } });
  await world.runUntil(70 * MINUTE);
  world.fail('backup');
  await world.runUntil(DAY);
  assert.deepEqual(world.story(), ['240m firing backup']);
});

test('a window that suppresses no alerts holds none back', async () => {
  const windows = [{ ...WINDOW, suppressAlerts: false }];
  await using world = await DeliveryWorld.open({ monitor: { maintenanceWindows: windows } });
  await world.runUntil(90 * MINUTE);
  world.fail('backup');
  await world.runUntil(DAY);
  assert.deepEqual(world.story(), ['90m firing backup']);
});

test('a window that is taken away lets go what waited for it, and one that is added holds on', async () => {
  await using world = await DeliveryWorld.open(NIGHTLY);
  const alerting = { channelRefs: [{ name: 'hook' }] };
  await world.runUntil(90 * MINUTE);
  world.fail('backup');
  await world.runUntil(100 * MINUTE);
  world.cronJobMonitor('all', { maintenanceWindows: [{ ...WINDOW, duration: '4h' }], alerting }, 2);
  await world.runUntil(4 * HOUR);
  assert.deepEqual(world.story(), []);
  world.cronJobMonitor('all', { alerting }, 3);
  await world.runUntil(DAY);
  assert.deepEqual(world.story(), ['240m firing backup']);
});

test('a channel that a monitor out of maintenance names too is told', async () => {
  await using world = await DeliveryWorld.open(NIGHTLY);
  world.cronJobMonitor('other', { alerting: { channelRefs: [{ name: 'hook' }] } });
  await world.runUntil(90 * MINUTE);
  world.fail('backup');
  await world.runUntil(DAY);
  assert.deepEqual(world.story(), ['90m firing backup']);
});

test('a message that waited out a window of days is tried as long as any other', async () => {
  const windows = [{ name: 'week', schedule: '0 3 * * 1', duration: '5d' }];
  await using world = await DeliveryWorld.open({ monitor: { maintenanceWindows: windows } });
  world.fail('backup');
  await world.settle();
  await world.runUntil(5 * DAY - 1);
  const { url } = world.receiver;
  await world.receiver.stop();
  await world.runUntil(5 * DAY + MINUTE);
  const [ledger] = await world.ledger('backup');
  assert.match(ledger![0]!, /^firing pending/, `${url} is gone, and it is tried again`);
});
