import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR } from '../../../src/lib/duration.ts';
import { DeliveryWorld } from './world.ts';

test('a channel that several monitors name gets one message', async () => {
  await using world = await DeliveryWorld.open();
  world.cronJobMonitor('other', { alerting: { channelRefs: [{ name: 'hook' }] } });
  world.fail('backup');
  await world.runUntil(HOUR);
  assert.deepEqual(world.story(), ['0m firing backup']);
});

test('a channel that does not exist keeps its message, says so, and others are told', async () => {
  const channelRefs = [{ name: 'nobody' }, { name: 'hook' }];
  await using world = await DeliveryWorld.open({ alerting: { channelRefs } });
  world.fail('backup');
  await world.settle();
  assert.deepEqual(world.story(), ['0m firing backup']);
  const { items } = await world.store.alerts.list({ limit: 9, offset: 0 });
  const entries = await world.store.deliveries.ofAlert(items[0]!.id);
  assert.deepEqual(
    entries.map(({ channel, state, lastError }) => [channel, state, lastError]),
    [
      ['hook', 'sent', null],
      ['nobody', 'pending', 'there is no AlertChannel nobody'],
    ],
  );
  const [monitor] = await world.store.monitors.list();
  assert.ok(monitor!.conditions.some(({ status, message }) => status === 'False' && /nobody/.test(message)));
  await world.runUntil(2 * DAY);
  const late = await world.store.deliveries.ofAlert(items[0]!.id);
  assert.match(late[1]!.lastError!, /^given up after 24 h: there is no AlertChannel nobody/);
});

test('a channel that comes later is told what waited for it', async () => {
  await using world = await DeliveryWorld.open({ alerting: { channelRefs: [{ name: 'late' }] } });
  world.fail('backup');
  await world.runUntil(HOUR);
  world.channel('late');
  await world.runUntil(3 * HOUR);
  assert.equal(world.told('late').length, 1);
});

test('who is left out, and why, stands in the ledger of the alert', async () => {
  await using world = await DeliveryWorld.open({
    alerting: { channelRefs: [{ name: 'hook' }, { name: 'quiet', severities: ['info'] }] },
  });
  world.channel('quiet');
  world.cronJobMonitor('mute', { alerting: { enabled: false } });
  world.cronJobMonitor('nobody', { alerting: {} });
  world.fail('backup');
  await world.runUntil(HOUR / 2);
  world.fail('backup');
  await world.runUntil(HOUR);
  const [ledger] = await world.ledger('backup');
  assert.deepEqual(ledger!.toSorted(), [
    'firing sent',
    'firing untold: alerting is not enabled in monitor payments/mute (2 times)',
    'firing untold: it was told within suppressDuplicatesFor',
    'firing untold: monitor payments/nobody has no channelRefs (2 times)',
    'firing untold: severity filter: the channel is told info alone, and this is critical (2 times)',
  ]);
});
