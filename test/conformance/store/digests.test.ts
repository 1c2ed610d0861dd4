import assert from 'node:assert/strict';
import type { Delivery } from '../../../src/alert/delivery.ts';
import { joinMessages } from '../../../src/alert/join-messages.ts';
import { aDelivery, aTry, NOW } from './builders.ts';
import { storeTest } from './stores.ts';

const LEASE = 30_000;
const LATE = aTry({ at: NOW + 6, status: null, error: 'late' });

const join = (members: readonly Delivery[]) => joinMessages('ops', members, null, NOW);

/** Of different alerts, due now. */
function waiting(count: number, fields: Partial<Delivery> = {}): Delivery[] {
  return Array.from({ length: count }, (_, index) =>
    aDelivery({ id: `row-${index}`, alertId: `alert-${index}`, ...fields }),
  );
}

storeTest('rows that were joined are one message to claim, and none by themselves', async (store) => {
  await store.deliveries.insert(waiting(3));
  assert.equal(await store.digests.joinDue('ops', NOW, join), true);
  const [digest, ...others] = await store.deliveries.claimDue('ops', NOW, 10, LEASE);
  assert.deepEqual(others, []);
  assert.deepEqual(digest, join(waiting(3)));
  assert.equal(await store.digests.joinDue('ops', NOW, join), false, 'nothing is left to join');
});

storeTest('what becomes of a digest becomes of its members', async (store) => {
  await store.deliveries.insert(waiting(2));
  await store.digests.joinDue('ops', NOW, join);
  const [digest] = await store.deliveries.claimDue('ops', NOW, 10, LEASE);
  const entry = async () => {
    const [row] = await store.deliveries.ofAlert('alert-1');
    return [row?.state, row?.attempts, row?.lastError, row?.sentAt, row?.digestId === digest!.id];
  };
  await store.deliveries.reschedule(digest!.id, aTry({ status: 503, error: 'HTTP 503' }), NOW + 500);
  assert.deepEqual(await entry(), ['pending', 1, 'HTTP 503', null, true]);
  assert.equal(await store.deliveries.markSent(digest!.id, aTry({ at: NOW + 500 })), true);
  assert.deepEqual(await entry(), ['sent', 2, null, NOW + 500, true]);
  assert.equal(await store.deliveries.reject(digest!.id, LATE), false);
});

storeTest('a digest keeps its members and its id when others come before it is sent', async (store) => {
  await store.deliveries.insert(waiting(2));
  await store.digests.joinDue('ops', NOW, join);
  const [first] = await store.deliveries.claimDue('ops', NOW, 1, LEASE);
  await store.deliveries.reschedule(first!.id, aTry({ status: 503, error: 'HTTP 503' }), NOW);
  await store.deliveries.insert([
    aDelivery({ id: 'new-1', alertId: 'alert-8' }),
    aDelivery({ id: 'new-2', alertId: 'alert-9' }),
  ]);
  assert.equal(await store.digests.joinDue('ops', NOW, join), true);
  const [again, second] = await store.deliveries.claimDue('ops', NOW, 10, LEASE);
  assert.deepEqual([again?.id, again?.context], [first!.id, first!.context]);
  assert.notEqual(second?.id, first!.id);
});

storeTest('of two that join at once one makes the message and the other finds nothing', async (store) => {
  await store.deliveries.insert(waiting(20));
  const joined = await Promise.all([1, 2, 3].map(() => store.digests.joinDue('ops', NOW, join)));
  assert.equal(joined.filter((one) => one).length, 1);
  assert.equal((await store.deliveries.claimDue('ops', NOW, 10, LEASE)).length, 1);
});

storeTest('one row alone is not joined', async (store) => {
  await store.deliveries.insert([...waiting(1), aDelivery({ alertId: 'later', nextAttemptAt: NOW + 1 })]);
  assert.equal(await store.digests.joinDue('ops', NOW, join), false);
  assert.deepEqual(
    (await store.deliveries.claimDue('ops', NOW, 10, LEASE)).map(({ id }) => id),
    ['row-0'],
  );
});

storeTest('rows of other channels, and those that are leased or not due, are not joined', async (store) => {
  const leased = aDelivery({ id: 'leased', alertId: 'leased', nextAttemptAt: NOW - 1 });
  await store.deliveries.insert([leased]);
  await store.deliveries.claimDue('ops', NOW, 1, LEASE);
  await store.deliveries.insert([
    ...waiting(2),
    aDelivery({ id: 'later', alertId: 'later', nextAttemptAt: NOW + 1 }),
    aDelivery({ id: 'elsewhere', alertId: 'elsewhere', channel: 'chat' }),
  ]);
  let joined: readonly string[] = [];
  await store.digests.joinDue('ops', NOW, (members) => {
    joined = members.map(({ id }) => id);
    return join(members);
  });
  assert.deepEqual(joined, ['row-0', 'row-1']);
});

storeTest(
  'an alarm and its recovery are joined together; a recovery alone stays behind its alarm',
  async (store) => {
    const alarm = (alertId: string, fields: Partial<Delivery> = {}) =>
      aDelivery({ id: `${alertId}-alarm`, alertId, ...fields });
    const recovery = (alertId: string) => aDelivery({ id: `${alertId}-end`, alertId, event: 'resolved' });
    await store.deliveries.insert([
      alarm('both'),
      recovery('both'),
      alarm('stuck', { nextAttemptAt: NOW + 500, attempts: 1 }),
      recovery('stuck'),
    ]);
    let joined: readonly string[] = [];
    await store.digests.joinDue('ops', NOW, (members) => {
      joined = members.map(({ id }) => id);
      return join(members);
    });
    assert.deepEqual(joined, ['both-alarm', 'both-end']);
  },
);

storeTest('an alert whose alarm is in a digest has its recovery told after it', async (store) => {
  await store.deliveries.insert(waiting(2));
  await store.digests.joinDue('ops', NOW, join);
  await store.deliveries.insert([aDelivery({ id: 'end', alertId: 'alert-0', event: 'resolved' })]);
  const [digest, ...others] = await store.deliveries.claimDue('ops', NOW, 10, LEASE);
  assert.deepEqual(others, []);
  await store.deliveries.markSent(digest!.id, aTry());
  assert.deepEqual(
    (await store.deliveries.claimDue('ops', NOW, 10, LEASE)).map(({ id }) => id),
    ['end'],
  );
});

storeTest('a row that was joined is withdrawn no more', async (store) => {
  await store.deliveries.insert(waiting(2));
  await store.digests.joinDue('ops', NOW, join);
  const why = { reason: 'AlertDelay', note: 'late' } as const;
  assert.equal(await store.deliveries.withdraw([{ id: 'row-0', why }], NOW), 0);
});

storeTest('a channel counts the alerts that wait, joined or not', async (store) => {
  await store.channels.upsert({ uid: 'u', name: 'ops', generation: 1, type: 'chat', spec: {} });
  const count = async () => [
    (await store.channels.get('ops'))?.waiting,
    (await store.channels.list())[0]?.waiting,
  ];
  assert.deepEqual(await count(), [0, 0]);
  await store.deliveries.insert(waiting(3));
  await store.digests.joinDue('ops', NOW, join);
  await store.deliveries.insert([aDelivery({ id: 'one-more', alertId: 'alert-9' })]);
  assert.deepEqual(await count(), [4, 4]);
});

storeTest('a digest that cannot be written leaves its rows as they were', async (store) => {
  await store.deliveries.insert(waiting(2));
  const fails = () => {
    throw new Error('no message');
  };
  await assert.rejects(store.digests.joinDue('ops', NOW, fails), /no message/);
  assert.equal((await store.deliveries.claimDue('ops', NOW, 10, LEASE)).length, 2);
});

storeTest(
  'the rows of a cause are joined though they wait on for others, but for those held back',
  async (store) => {
    const fields = { commonCause: 'node/a', nextAttemptAt: NOW + 30_000 };
    await store.deliveries.insert([
      ...waiting(3, { ...fields, createdAt: NOW - 5 }),
      aDelivery({ id: 'newest', alertId: 'newest', ...fields, createdAt: NOW - 1 }),
      aDelivery({ id: 'held', alertId: 'held', ...fields, heldUntil: NOW + 60_000 }),
      aDelivery({ id: 'other', alertId: 'other', ...fields, commonCause: 'node/b' }),
      aDelivery({ id: 'none', alertId: 'none' }),
    ]);
    assert.deepEqual(await store.digests.waitingCauses('ops', NOW), [
      { cause: 'node/a', count: 4, firstAt: NOW - 5, lastAt: NOW - 1 },
      { cause: 'node/b', count: 1, firstAt: NOW, lastAt: NOW },
    ]);
    await store.digests.putOff('ops', 'node/b', NOW + 90_000);
    assert.equal((await store.deliveries.ofAlert('other'))[0]?.nextAttemptAt, NOW + 90_000);
    let joined: readonly string[] = [];
    await store.digests.joinCause('ops', 'node/a', NOW, (members) => {
      joined = members.map(({ id }) => id);
      return joinMessages('ops', members, 'node/a', NOW);
    });
    assert.deepEqual(joined, ['row-0', 'row-1', 'row-2', 'newest']);
    assert.deepEqual(
      (await store.digests.waitingCauses('ops', NOW)).map(({ cause }) => cause),
      ['node/b'],
    );
  },
);
