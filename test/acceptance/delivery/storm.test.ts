import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, MINUTE, SECOND } from '../../../src/lib/duration.ts';
import { alertsIn, DeliveryWorld, type Told } from './world.ts';

const NAMES = Array.from({ length: 1_000 }, (_, index) => `job-${index}`);

/** All fail within a minute, one after the other, and then ten minutes pass. */
async function flood(world: DeliveryWorld, how?: Parameters<DeliveryWorld['fail']>[1]): Promise<void> {
  for (let second = 0; second < 60; second += 1) {
    await world.runUntil(second * SECOND);
    for (const [index, name] of NAMES.entries()) {
      if (Math.floor((index * 60) / NAMES.length) === second) world.fail(name, how);
    }
    await world.settle();
  }
  await world.runUntil(10 * MINUTE);
}

function namesIn(messages: readonly Told[]): readonly string[] {
  return messages
    .flatMap(alertsIn)
    .map(({ cronJobName }) => cronJobName)
    .sort();
}

test('a thousand CronJobs that fail within a minute make five messages at most, with every alert in them', async () => {
  await using world = await DeliveryWorld.open();
  await flood(world);
  assert.ok(world.told().length <= 5, `${world.told().length} messages`);
  assert.deepEqual(namesIn(world.told()), NAMES.toSorted());
});

test('a thousand CronJobs that fail for one node make one message, which each names as its own', async () => {
  await using world = await DeliveryWorld.open();
  await flood(world, { reason: 'Evicted', nodeName: 'worker-3' });
  const [message, ...others] = world.told();
  assert.deepEqual(others, []);
  assert.equal(message!.body.title, 'Node worker-3 lost its Pods: 1000 alerts firing');
  assert.deepEqual(namesIn([message!]), NAMES.toSorted());
  const { items } = await world.store.alerts.list({ limit: 1_000, offset: 0 });
  for (const { id } of items) {
    const [entry, ...more] = await world.store.deliveries.ofAlert(id);
    assert.deepEqual([entry?.state, entry?.digestId, more.length], ['sent', message!.key, 0]);
  }
});

test('two nodes that are lost at once are two messages, and a failure of its own is told at once', async () => {
  await using world = await DeliveryWorld.open();
  for (const name of NAMES.slice(0, 30)) {
    world.fail(name, { reason: 'Evicted', nodeName: name.endsWith('1') ? 'worker-1' : 'worker-2' });
  }
  world.fail('broken');
  await world.runUntil(5 * MINUTE);
  assert.deepEqual(
    world.told().map(({ at, body }) => [at, body.title]),
    [
      [0, 'broken failed: exit code 3 (Error)'],
      [30 * SECOND, 'Node worker-1 lost its Pods: 3 alerts firing'],
      [30 * SECOND, 'Node worker-2 lost its Pods: 27 alerts firing'],
    ],
  );
});

test('one eviction is told by itself after half a minute', async () => {
  await using world = await DeliveryWorld.open();
  world.fail('lonely', { reason: 'Evicted', nodeName: 'worker-3' });
  await world.runUntil(30 * SECOND - 1);
  assert.deepEqual(world.story(), []);
  await world.runUntil(HOUR);
  assert.deepEqual(world.story(), ['0.5m firing lonely']);
});

test('a CronJob that fails on for another cause is told by itself, one that fails for the same is not', async () => {
  await using world = await DeliveryWorld.open();
  const evicted = { reason: 'Evicted', nodeName: 'worker-3' };
  for (const name of ['a', 'b', 'c', 'd']) world.fail(name, evicted);
  await world.runUntil(10 * MINUTE);
  world.fail('a');
  world.fail('b', evicted);
  await world.runUntil(20 * MINUTE);
  assert.deepEqual(world.story().slice(4), ['10m firing a']);
});

test('the ends of a storm go together, as its beginnings did', async () => {
  await using world = await DeliveryWorld.open();
  const names = NAMES.slice(0, 50);
  for (const name of names) world.fail(name, { reason: 'Evicted', nodeName: 'worker-3' });
  await world.runUntil(10 * MINUTE);
  for (const name of names) world.succeed(name);
  await world.runUntil(20 * MINUTE);
  assert.deepEqual(
    world.told().map(({ body }) => body.title),
    ['Node worker-3 lost its Pods: 50 alerts firing', 'Node worker-3 lost its Pods: 50 alerts resolved'],
  );
});

test('an alert of a storm that ends while the storm is gathered is one line, its end', async () => {
  await using world = await DeliveryWorld.open();
  for (const name of ['a', 'b', 'c']) world.fail(name, { reason: 'Evicted', nodeName: 'worker-3' });
  await world.runUntil(20 * SECOND);
  world.succeed('b');
  await world.runUntil(10 * MINUTE);
  assert.deepEqual(world.story(), ['0.5m firing a', '0.5m firing c', '0.5m resolved b']);
});
