import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/lib/duration.ts';
import { DeliveryWorld } from './world.ts';

describe('an alert that flaps every minute for a day', () => {
  test('makes at most 24 messages by default, and what the channel knows in the end is true', async () => {
    await using world = await DeliveryWorld.open();
    for (let minute = 0; minute < 24 * 60; minute += 2) {
      await world.runUntil(minute * MINUTE);
      world.fail('flaky');
      await world.runUntil((minute + 1) * MINUTE);
      world.succeed('flaky');
      await world.settle();
    }
    const during = world.told().length;
    assert.ok(during <= 24, `${during} messages`);
    assert.ok(during > 2, 'a channel hears now and then that it goes on');
    await world.runUntil(DAY + 2 * HOUR);
    assert.equal(world.told().at(-1)?.body.status, 'resolved');
    await world.runUntil(2 * DAY);
    assert.ok(world.told().length <= during + 1);
  });

  test('and then fails on is known to fail', async () => {
    await using world = await DeliveryWorld.open();
    for (let minute = 0; minute < 60; minute += 2) {
      await world.runUntil(minute * MINUTE);
      world.fail('flaky');
      await world.runUntil((minute + 1) * MINUTE);
      if (minute < 58) world.succeed('flaky');
      await world.settle();
    }
    await world.runUntil(DAY);
    assert.deepEqual(world.story(), ['0m firing flaky', '1m resolved flaky', '60m firing flaky']);
  });
});

describe('alertDelay', () => {
  const DELAYED = { alerting: { alertDelay: '5m' } };

  test('tells nobody of an alert that ends in four minutes', async () => {
    await using world = await DeliveryWorld.open(DELAYED);
    world.fail('quick');
    await world.runUntil(4 * MINUTE);
    world.succeed('quick');
    await world.runUntil(DAY);
    assert.deepEqual(world.story(), []);
    assert.deepEqual(await world.ledger('quick'), [['firing withdrawn: the alert ended within alertDelay']]);
  });

  test('tells of one that lasts after five, and of its end', async () => {
    await using world = await DeliveryWorld.open(DELAYED);
    world.fail('slow');
    await world.runUntil(6 * MINUTE);
    world.succeed('slow');
    await world.runUntil(DAY);
    assert.deepEqual(world.story(), ['5m firing slow', '6m resolved slow']);
  });

  test('is no reason to tell of every failure in it', async () => {
    await using world = await DeliveryWorld.open(DELAYED);
    for (const minute of [0, 1, 2, 3]) {
      await world.runUntil(minute * MINUTE);
      world.fail('slow');
    }
    await world.runUntil(DAY);
    assert.deepEqual(world.story(), ['5m firing slow']);
    assert.deepEqual(await world.ledger('slow'), [
      [
        'firing sent: alertDelay until 2026-03-02T03:05:00Z',
        'firing untold: an earlier message about it is still to be sent (3 times)',
      ],
    ]);
  });
});

describe('repeatInterval', () => {
  const REPEATED = { alerting: { repeatInterval: '4h' } };

  test('tells again of an alert that goes on, on time, until it is acknowledged', async () => {
    await using world = await DeliveryWorld.open(REPEATED);
    world.fail('nightly');
    await world.runUntil(9 * HOUR);
    await world.acknowledge('nightly');
    await world.runUntil(20 * HOUR);
    world.succeed('nightly');
    await world.runUntil(2 * DAY);
    assert.deepEqual(world.story(), [
      '0m firing nightly',
      '240m firing nightly',
      '480m firing nightly',
      '1200m resolved nightly',
    ]);
    assert.match(world.told()[1]!.body.title, /^Still active: nightly failed/);
  });

  test('ends with the alert', async () => {
    await using world = await DeliveryWorld.open(REPEATED);
    world.fail('nightly');
    await world.runUntil(5 * HOUR);
    world.succeed('nightly');
    await world.runUntil(2 * DAY);
    assert.deepEqual(world.story(), ['0m firing nightly', '240m firing nightly', '300m resolved nightly']);
  });
});

test('failed, acknowledged, recovered and failed again stands in the ledger, in order', async () => {
  await using world = await DeliveryWorld.open();
  world.fail('nightly');
  await world.runUntil(10 * MINUTE);
  await world.acknowledge('nightly');
  await world.runUntil(90 * MINUTE);
  world.fail('nightly');
  await world.runUntil(2 * HOUR);
  world.succeed('nightly');
  await world.runUntil(2 * HOUR + 5 * MINUTE);
  world.fail('nightly');
  await world.runUntil(DAY);
  assert.deepEqual(world.story(), ['0m firing nightly', '120m resolved nightly', '125m firing nightly']);
  assert.deepEqual(await world.ledger('nightly'), [
    ['firing sent', 'firing untold: the alert is acknowledged', 'resolved sent'],
    ['firing sent'],
  ]);
  const { items } = await world.store.alerts.list({ cronJob: 'nightly', limit: 9, offset: 0 });
  assert.deepEqual(
    items.map(({ acknowledgedBy, resolvedAt }) => [acknowledgedBy, resolvedAt === null]),
    [
      [null, true],
      ['Ada', false],
    ],
  );
});

test('an alert and its end that both wait for the limit are told as one line', async () => {
  const rateLimiting = { burstLimit: 1, maxAlertsPerHour: 60 };
  await using world = await DeliveryWorld.open({ webhook: { rateLimiting } });
  world.fail('first');
  await world.settle();
  for (const name of ['a', 'b', 'c']) world.fail(name);
  await world.runUntil(30 * SECOND);
  world.succeed('b');
  await world.runUntil(HOUR);
  assert.deepEqual(world.story(), ['0m firing first', '1m firing a', '1m firing c', '1m resolved b']);
  assert.equal(world.told().length, 2);
});

test('a limit holds over a restart', async () => {
  const rateLimiting = { burstLimit: 2, maxAlertsPerHour: 60 };
  await using world = await DeliveryWorld.open({ webhook: { rateLimiting } });
  for (const name of ['a', 'b']) world.fail(name);
  await world.settle();
  for (const name of ['c', 'd', 'e']) world.fail(name);
  await world.settle();
  await world.restartOutbox();
  assert.equal(world.told().length, 2);
  assert.equal((await world.store.channels.get('hook'))?.waiting, 3);
  await world.runUntil(MINUTE);
  assert.deepEqual(
    world.told().map(({ body }) => body.alerts?.length ?? 1),
    [1, 1, 3],
  );
});
