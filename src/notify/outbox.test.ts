import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HOUR, MINUTE, SECOND } from '../lib/duration.ts';
import { silentLog } from '../lib/log.ts';
import { Outbox } from './outbox.ts';
import { aDelivery, aMessageContext } from './testing.ts';
import { alarm, aWorld, recovery, rowOf, START, type World } from './testing-world.ts';

describe('the outbox', () => {
  test('sends a row with its id as Idempotency-Key, marks it sent, and counts it', async () => {
    const { store, receiver, add } = await aWorld();
    await add(alarm);
    assert.deepEqual(
      receiver.taken.map(({ path, key, body }) => [path, key, body.status]),
      [['/one/s3cret', 'alarm', 'firing']],
    );
    const row = await rowOf(store, 'alarm');
    assert.deepEqual([row.state, row.attempts, row.sentAt, row.tries[0]!.status], ['sent', 1, START, 200]);
    const channel = await store.channels.get('one');
    assert.deepEqual([channel!.alertsSent, channel!.lastAlertAt, channel!.ready], [1, START, true]);
  });

  test('tries again, later and later, until the receiver takes it', async () => {
    const { clock, store, receiver, add, settle } = await aWorld();
    receiver.answer = (_, response) => response.writeHead(500).end('broken');
    await add(alarm);
    const row = await rowOf(store, 'alarm');
    assert.deepEqual([row.state, row.attempts], ['pending', 1]);
    assert.match(row.lastError!, /HTTP 500: broken/);
    await clock.runUntil(START + MINUTE, settle);
    const tries = receiver.taken.length;
    assert.ok(tries >= 3 && tries <= 6, `${tries} tries in the first minute`);
    receiver.answer = (_, response) => response.end();
    await clock.runUntil(START + 10 * MINUTE, settle);
    const sent = await rowOf(store, 'alarm');
    assert.equal(sent.state, 'sent');
    assert.equal(receiver.taken.length, tries + 1);
    const kept = sent.tries.map(({ status, error }) => `${status} ${error}`);
    const refused = '500 the receiver answered HTTP 500: broken';
    assert.deepEqual(kept, [...Array.from({ length: tries }, () => refused), '200 null']);
    assert.ok(sent.tries.every(({ at, latencyMs }) => at >= START && latencyMs! >= 0));
  });

  test('waits as long as Retry-After asks', async () => {
    const { clock, receiver, add, settle } = await aWorld();
    receiver.answer = (_, response) => response.writeHead(429, { 'retry-after': '120' }).end();
    await add(alarm);
    await clock.runUntil(START + 119 * SECOND, settle);
    assert.equal(receiver.taken.length, 1);
    await clock.runUntil(START + 121 * SECOND, settle);
    assert.equal(receiver.taken.length, 2);
  });

  test('gives up after 24 hours, and says so', async () => {
    const { clock, store, receiver, add, settle } = await aWorld();
    receiver.answer = (_, response) => response.writeHead(503).end();
    await add(alarm);
    await clock.runUntil(START + 25 * HOUR, settle);
    const row = await rowOf(store, 'alarm');
    assert.equal(row.state, 'rejected');
    assert.match(row.lastError!, /given up after 24 h/);
    assert.equal((await store.channels.get('one'))!.alertsFailed, 1);
  });

  test('does not repeat what the receiver refuses, and the channel says why it is not ready', async () => {
    const { clock, store, receiver, add, settle } = await aWorld();
    receiver.answer = (_, response) => response.writeHead(404).end('no such hook');
    await add(alarm);
    await clock.runUntil(START + HOUR, settle);
    assert.equal(receiver.taken.length, 1);
    assert.equal((await rowOf(store, 'alarm')).state, 'rejected');
    const channel = await store.channels.get('one');
    assert.deepEqual([channel!.ready, channel!.readyReason], [false, 'DeliveryRejected']);
    assert.equal(channel!.readyMessage, 'The receiver answered HTTP 404: no such hook');
  });

  test('never lets a recovery overtake its alarm', async () => {
    const { clock, receiver, add, settle } = await aWorld();
    receiver.answer = (_, response) => response.writeHead(500).end();
    await add(alarm, recovery);
    await clock.runUntil(START + 30 * SECOND, settle);
    assert.ok(receiver.taken.every(({ body }) => body.status === 'firing'));
    receiver.answer = (_, response) => response.end();
    await clock.runUntil(START + 10 * MINUTE, settle);
    assert.deepEqual(
      receiver.taken.slice(-2).map(({ body }) => body.status),
      ['firing', 'resolved'],
    );
  });

  test('serves other channels while one receiver hangs', async () => {
    const { store, receiver, outbox } = await aWorld();
    let release = () => {};
    receiver.answer = (request, response) => {
      if (request.url!.startsWith('/one')) release = () => response.end();
      else response.end();
    };
    await store.deliveries.insert([alarm, aDelivery({ id: 'other', channel: 'two' })]);
    outbox.wake();
    while ((await rowOf(store, 'other')).state !== 'sent')
      await new Promise((resolve) => setImmediate(resolve));
    assert.equal((await rowOf(store, 'alarm')).state, 'pending');
    release();
  });

  test('sends at once what a process before it had taken when it died', async () => {
    const { clock, store } = await aWorld();
    await store.deliveries.insert([alarm]);
    await store.deliveries.claimDue('one', START, 10, 30 * SECOND);
    const sent: string[] = [];
    await using next = new Outbox({
      store: store.deliveries,
      digests: store.digests,
      sender: {
        rateLimiting: () => ({ burstLimit: 10, maxAlertsPerHour: 100 }),
        messagesWait: () => {},
        send: async ({ id }) => {
          sent.push(id);
          return { kind: 'delivered', status: 200, latencyMs: 1 };
        },
      },
      counters: store.channels,
      clock,
      log: silentLog,
    });
    next.start();
    while (!next.idle()) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(sent, ['alarm']);
  });

  test('repeats a message with the same key when it could not mark it sent', async () => {
    let failures = 1;
    const { clock, store, receiver, add, settle } = await aWorld((deliveries) => ({
      ...deliveries,
      markSent: async (...sent) => {
        if (failures-- > 0) throw new Error('disk full');
        return deliveries.markSent(...sent);
      },
    }));
    await add(alarm);
    await clock.runUntil(START + 5 * MINUTE, settle);
    assert.deepEqual(
      receiver.taken.map(({ key }) => key),
      ['alarm', 'alarm'],
    );
    assert.equal((await rowOf(store, 'alarm')).state, 'sent');
  });
});

describe('a limit', () => {
  const flood = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      const alertId = `alert-${index}`;
      const context = aMessageContext({ alertId, cronJobName: `job-${index}` });
      return aDelivery({ id: `row-${index}`, alertId, channel: 'one', context });
    });
  const keys = ({ receiver }: World) => receiver.taken.map(({ key }) => key);

  test('lets the burst through, each message by itself', async () => {
    const world = await aWorld();
    await world.add(...flood(10));
    assert.equal(world.receiver.taken.length, 10);
    assert.ok(world.receiver.taken.every(({ body }) => body.alerts === undefined));
  });

  test('joins what is more into one message that lists every alert, and tells each row which', async () => {
    const world = await aWorld();
    await world.add(...flood(11));
    const [{ key, body } = assert.fail('no message'), ...others] = world.receiver.taken;
    assert.equal(others.length, 0);
    assert.deepEqual(
      body.alerts?.map(({ id }) => id).sort(),
      flood(11)
        .map(({ alertId }) => alertId)
        .sort(),
    );
    for (const { alertId } of flood(11)) {
      const [row] = await world.store.deliveries.ofAlert(alertId);
      assert.deepEqual([row?.state, row?.digestId], ['sent', key]);
    }
    assert.equal((await world.store.channels.get('one'))?.alertsSent, 11);
  });

  test('holds over a restart, and what waits meanwhile is told together when there is room', async () => {
    const world = await aWorld();
    await world.add(...flood(10));
    await world.outbox.stop();
    await using next = new Outbox({
      store: world.store.deliveries,
      digests: world.store.digests,
      sender: world.channels,
      counters: world.store.channels,
      clock: world.clock,
      log: silentLog,
    });
    next.start();
    const settle = async () => {
      while (!next.idle() || !world.channels.idle()) await new Promise((resolve) => setImmediate(resolve));
    };
    await world.store.deliveries.insert(flood(13).slice(10));
    next.wake();
    await world.clock.runUntil(START + 36 * SECOND - 1, settle);
    assert.equal(world.receiver.taken.length, 10);
    assert.equal((await world.store.channels.get('one'))?.waiting, 3);

    await world.clock.runUntil(START + 36 * SECOND, settle);
    assert.deepEqual([world.receiver.taken.length, world.receiver.taken[10]?.body.alerts?.length], [11, 3]);
    assert.equal((await world.store.channels.get('one'))?.waiting, 0);
  });

  test('repeats a joined message with its key and its alerts, though others came meanwhile', async () => {
    const world = await aWorld();
    world.receiver.answer = (_, response) => response.writeHead(503).end();
    await world.add(...flood(11));
    await world.add(...flood(14).slice(11));
    world.receiver.answer = (_, response) => response.end();
    await world.clock.runUntil(START + HOUR, world.settle);
    const digests = world.receiver.taken.filter(({ body }) => body.alerts?.length === 11);
    assert.ok(digests.length >= 2);
    assert.equal(new Set(digests.map(({ key }) => key)).size, 1);
    for (const { alertId } of flood(14)) {
      assert.equal((await world.store.deliveries.ofAlert(alertId))[0]?.state, 'sent');
    }
  });

  test('takes nothing from what other channels may send', async () => {
    const world = await aWorld();
    await world.add(...flood(30), aDelivery({ id: 'other', alertId: 'other', channel: 'two' }));
    assert.ok(keys(world).includes('other'));
  });

  test('of a channel that is down joins what waits, and spends nothing on attempts that failed', async () => {
    const world = await aWorld();
    world.secrets.delete('one');
    for (const row of flood(40)) await world.add(row);
    await world.clock.runUntil(START + 2 * HOUR, world.settle);
    assert.equal(world.receiver.taken.length, 0);
    world.setSecret('one', `${world.url}/one/s3cret`);
    await world.settle();
    await world.clock.runUntil(START + 3 * HOUR, world.settle);
    const told = world.receiver.taken.flatMap(({ body }) => body.alerts?.map(({ id }) => id) ?? [body.id!]);
    assert.deepEqual(
      told.sort(),
      flood(40)
        .map(({ alertId }) => alertId)
        .sort(),
    );
    assert.ok(world.receiver.taken.length <= 10, `${world.receiver.taken.length} messages`);
  });
});
