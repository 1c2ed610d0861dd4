import assert from 'node:assert/strict';
import { aDelivery, anAlert, aTry, keep, NOW } from './builders.ts';
import { storeTest } from './stores.ts';

const LEASE = 30_000;
const LATE = aTry({ at: NOW + 6, status: null, error: 'late' });

storeTest('a claimed row comes whole, with the context that was frozen', async (store) => {
  const delivery = aDelivery();
  await store.deliveries.insert([delivery]);
  assert.deepEqual(await store.deliveries.claimDue('ops', NOW, 10, LEASE), [delivery]);
});

storeTest('a row written twice is sent once', async (store) => {
  const delivery = aDelivery();
  await store.deliveries.insert([delivery]);
  await store.deliveries.insert([{ ...delivery, channel: 'other' }, aDelivery({ alertId: 'alert-2' })]);
  await store.deliveries.insert([]);
  const claimed = await store.deliveries.claimDue('ops', NOW, 10, LEASE);
  assert.deepEqual(
    claimed.map((row) => row.channel),
    ['ops', 'ops'],
  );
});

storeTest('of two claimers at once each row has one', async (store) => {
  const rows = Array.from({ length: 20 }, (_, index) => aDelivery({ alertId: `alert-${index}` }));
  await store.deliveries.insert(rows);
  const claims = await Promise.all([
    store.deliveries.claimDue('ops', NOW, 15, LEASE),
    store.deliveries.claimDue('ops', NOW, 15, LEASE),
    store.deliveries.claimDue('ops', NOW, 15, LEASE),
  ]);
  const ids = claims.flat().map((row) => row.id);
  assert.equal(ids.length, 20);
  assert.deepEqual(new Set(ids), new Set(rows.map((row) => row.id)));
});

storeTest('the longest due come first, and no more than asked for', async (store) => {
  const rows = [3, 1, 2].map((age) =>
    aDelivery({ id: `due-${age}`, alertId: `alert-${age}`, nextAttemptAt: NOW - age }),
  );
  await store.deliveries.insert([...rows, aDelivery({ id: 'later', alertId: 'x', nextAttemptAt: NOW + 1 })]);
  const first = await store.deliveries.claimDue('ops', NOW, 2, LEASE);
  const second = await store.deliveries.claimDue('ops', NOW, 2, LEASE);
  assert.deepEqual(
    [first, second].map((claim) => claim.map((row) => row.id)),
    [['due-3', 'due-2'], ['due-1']],
  );
});

storeTest(
  'a recovery never overtakes its alarm on a channel, and waits for none on another',
  async (store) => {
    const alarm = aDelivery({ nextAttemptAt: NOW + 60_000 });
    const recovery = aDelivery({ event: 'resolved' });
    const elsewhere = aDelivery({ event: 'resolved', channel: 'chat' });
    const another = aDelivery({ event: 'resolved', alertId: 'alert-2' });
    await store.deliveries.insert([alarm, recovery, elsewhere, another]);
    const claim = async (now: number, channel = 'ops') =>
      (await store.deliveries.claimDue(channel, now, 10, LEASE)).map((row) => row.id);

    assert.deepEqual(await claim(NOW), [another.id], 'the alarm is not due');
    assert.deepEqual(await claim(NOW, 'chat'), [elsewhere.id]);
    assert.deepEqual(await claim(NOW + 60_000), [another.id, alarm.id], 'only the alarm is next');
    assert.deepEqual(await claim(NOW + 60_001), [], 'the alarm is being sent');
    await store.deliveries.markSent(alarm.id, aTry({ at: NOW + 60_002 }));
    assert.deepEqual(await claim(NOW + 60_003), [recovery.id]);
  },
);

storeTest('a rejected alarm lets its recovery pass', async (store) => {
  const [alarm, recovery] = [aDelivery(), aDelivery({ event: 'resolved' })];
  await store.deliveries.insert([alarm, recovery]);
  await store.deliveries.claimDue('ops', NOW, 10, LEASE);
  await store.deliveries.reject(alarm.id, aTry({ status: 404, error: 'HTTP 404' }));
  assert.deepEqual(
    (await store.deliveries.claimDue('ops', NOW, 10, LEASE)).map((row) => row.id),
    [recovery.id],
  );
});

storeTest('a row whose sender died is due again when the lease has ended, not before', async (store) => {
  const delivery = aDelivery();
  await store.deliveries.insert([delivery]);
  await store.deliveries.claimDue('ops', NOW, 10, LEASE);
  assert.deepEqual(await store.deliveries.claimDue('ops', NOW + LEASE - 1, 10, LEASE), []);
  const again = await store.deliveries.claimDue('ops', NOW + LEASE, 10, LEASE);
  assert.deepEqual(
    again.map((row) => row.id),
    [delivery.id],
  );
});

storeTest(
  'a start frees what a dead process had taken, unless the taker may live elsewhere',
  async (store) => {
    const [taken, sent] = [aDelivery(), aDelivery({ alertId: 'alert-2' })];
    await store.deliveries.insert([taken, sent]);
    await store.deliveries.claimDue('ops', NOW, 10, LEASE);
    await store.deliveries.markSent(sent.id, aTry());
    const isShared = store.databaseType === 'postgres';
    assert.equal(await store.deliveries.releaseLeases(), isShared ? 0 : 1);
    assert.equal((await store.deliveries.claimDue('ops', NOW, 10, LEASE)).length, isShared ? 0 : 1);
    const later = await store.deliveries.claimDue('ops', NOW + 2 * LEASE, 10, LEASE);
    assert.deepEqual(
      later.map((row) => row.id),
      [taken.id],
      'the lease ends by itself, and what was sent stays so',
    );
  },
);

storeTest('a row that was sent or rejected stays so, whoever comes late', async (store) => {
  const [sent, rejected] = [aDelivery(), aDelivery({ alertId: 'alert-2' })];
  await store.deliveries.insert([sent, rejected]);
  await store.deliveries.claimDue('ops', NOW, 10, LEASE);
  assert.equal(await store.deliveries.markSent(sent.id, aTry({ at: NOW + 5 })), true);
  assert.equal(
    await store.deliveries.reject(
      rejected.id,
      aTry({ at: NOW + 5, status: 410, latencyMs: 3.4, error: 'HTTP 410' }),
    ),
    true,
  );
  for (const { id } of [sent, rejected]) {
    assert.equal(await store.deliveries.markSent(id, aTry({ at: NOW + 6 })), false);
    assert.equal(await store.deliveries.reject(id, LATE), false);
    assert.equal(await store.deliveries.reschedule(id, LATE, NOW), false);
  }
  assert.equal(await store.deliveries.markSent('no-such-delivery', aTry()), false);
  assert.deepEqual(await store.deliveries.claimDue('ops', NOW + 10 * LEASE, 10, LEASE), []);
  const [first] = await store.deliveries.ofAlert(sent.alertId);
  assert.deepEqual(
    [first?.state, first?.sentAt, first?.attempts, first?.lastError, first?.tries],
    ['sent', NOW + 5, 1, null, [aTry({ at: NOW + 5 })]],
  );
  const [second] = await store.deliveries.ofAlert(rejected.alertId);
  assert.deepEqual(
    [second?.state, second?.sentAt, second?.attempts, second?.lastError, second?.tries],
    ['rejected', null, 1, 'HTTP 410', [aTry({ at: NOW + 5, status: 410, latencyMs: 3, error: 'HTTP 410' })]],
  );
});

storeTest('a row that is put off keeps its error and is due at its time', async (store) => {
  const delivery = aDelivery();
  await store.deliveries.insert([delivery]);
  await store.deliveries.claimDue('ops', NOW, 10, LEASE);
  const refused = aTry({ status: 503, latencyMs: 40, error: 'HTTP 503' });
  assert.equal(await store.deliveries.reschedule(delivery.id, refused, NOW + 500), true);
  assert.deepEqual(await store.deliveries.claimDue('ops', NOW + 499, 10, LEASE), []);
  const [row] = await store.deliveries.claimDue('ops', NOW + 500, 10, LEASE);
  assert.deepEqual([row?.attempts, row?.lastError], [1, 'HTTP 503']);
  await store.deliveries.markSent(delivery.id, aTry({ at: NOW + 501 }));
  const [entry] = await store.deliveries.ofAlert(delivery.alertId);
  assert.deepEqual(entry?.tries, [refused, aTry({ at: NOW + 501 })], 'every attempt is kept');
});

storeTest('a queue tells when a claim would find a row, leases and order considered', async (store) => {
  const tell = async (now: number) => {
    const [queue] = await store.deliveries.queues(now, ['chat']);
    return queue === undefined ? null : [queue.due, queue.nextDueAt];
  };
  assert.equal(await tell(NOW), null, 'nothing is pending');
  const alarm = aDelivery({ nextAttemptAt: NOW + 100 });
  const recovery = aDelivery({ event: 'resolved', nextAttemptAt: NOW });
  await store.deliveries.insert([alarm, recovery, aDelivery({ channel: 'chat' })]);
  assert.deepEqual(await tell(NOW), [0, NOW + 100], 'the recovery waits for the alarm');
  assert.deepEqual(await tell(NOW + 100), [1, NOW + 100]);
  await store.deliveries.claimDue('ops', NOW + 100, 10, LEASE);
  assert.deepEqual(await tell(NOW + 100), [0, NOW + 100 + LEASE], 'the alarm is leased');
  await store.deliveries.reschedule(alarm.id, aTry({ status: null, error: 'no answer' }), NOW + 900);
  assert.deepEqual(await tell(NOW + 100), [0, NOW + 900]);
  await store.deliveries.markSent(alarm.id, aTry({ at: NOW + 900 }));
  assert.deepEqual(await tell(NOW + 900), [1, NOW], 'the recovery is free');
});

storeTest('a queue tells what its channel has sent lately', async (store) => {
  await store.deliveries.insert([aDelivery()]);
  const tell = async () => {
    const [queue] = await store.deliveries.queues(NOW);
    return [queue?.lastSentAt, queue?.fullAt];
  };
  assert.deepEqual(await tell(), [null, 0], 'there is no such channel');
  await store.channels.upsert({ uid: 'u', name: 'ops', generation: 1, type: 'chat', spec: {} });
  await store.channels.countSent('ops', NOW, { alerts: 1, refillMs: 10_000 });
  await store.channels.countSent('ops', NOW + 1_000, { alerts: 9, refillMs: 10_000 });
  assert.deepEqual(await tell(), [NOW + 1_000, NOW + 20_000]);
  await store.channels.countSent('ops', NOW + 60_000, { alerts: 1, refillMs: 10_000 });
  assert.deepEqual(await tell(), [NOW + 60_000, NOW + 70_000], 'it was full again in between');
});

storeTest('the ledger of an alert is in the order of writing', async (store) => {
  const rows = [aDelivery(), aDelivery({ channel: 'chat' }), aDelivery({ event: 'resolved' })];
  await store.deliveries.insert(rows);
  await store.deliveries.insert([aDelivery({ alertId: 'alert-2' })]);
  assert.deepEqual(
    (await store.deliveries.ofAlert('alert-1')).map((row) => row.id),
    rows.map((row) => row.id),
  );
});

storeTest(
  'the messages of a cause are those of its alerts that are open or ended since an instant',
  async (store) => {
    const [id, other] = [await keep(store), await keep(store, { name: 'other' })];
    const cause = { type: 'failure', reason: 'JobFailed' } as const;
    await store.alerts.insert(id, anAlert({ id: 'old', resolvedAt: NOW - 1 }));
    await store.alerts.insert(id, anAlert({ id: 'just-ended', resolvedAt: NOW }));
    await store.alerts.insert(id, anAlert({ id: 'open' }));
    await store.alerts.insert(id, anAlert({ id: 'other-type', type: 'slaViolation' }));
    await store.alerts.insert(other, anAlert({ id: 'other-cron-job' }));
    const rows = ['open', 'just-ended', 'old', 'other-type', 'other-cron-job'].map((alertId) =>
      aDelivery({ alertId }),
    );
    await store.deliveries.insert(rows);
    const [open, ended] = rows;
    assert.deepEqual(
      await store.deliveries.ofCause(id, cause, NOW),
      [open, ended].map((row) => ({
        id: row?.id,
        alertId: row?.alertId,
        channel: 'ops',
        event: 'firing',
        createdAt: NOW,
        state: 'pending',
        heldUntil: null,
        reason: null,
        commonCause: null,
        joined: false,
      })),
    );
  },
);

storeTest(
  'what a rule holds back of a CronJob is told with its alert, whether that ended or not',
  async (store) => {
    const [id, other] = [await keep(store), await keep(store, { name: 'other' })];
    await store.alerts.insert(
      id,
      anAlert({ id: 'ended', severity: 'warning', openedAt: NOW - 9, resolvedAt: NOW - 5 }),
    );
    await store.alerts.insert(id, anAlert({ id: 'open' }));
    await store.alerts.insert(other, anAlert({ id: 'of-other' }));
    const held = (alertId: string, fields: Parameters<typeof aDelivery>[0] = {}) =>
      aDelivery({ id: `held-${alertId}`, alertId, heldUntil: NOW + 1, ...fields });
    await store.deliveries.insert([
      held('ended', { event: 'resolved', why: { reason: 'Maintenance', note: 'night' } }),
      held('of-other'),
      held('open', { heldUntil: NOW }),
      aDelivery({ alertId: 'open' }),
    ]);
    const kept = await store.deliveries.heldOf([id, other], NOW);
    assert.deepEqual(kept.get(id), [
      {
        id: 'held-ended',
        channel: 'ops',
        event: 'resolved',
        createdAt: NOW,
        heldUntil: NOW + 1,
        reason: 'Maintenance',
        alert: { severity: 'warning', openedAt: NOW - 9, resolvedAt: NOW - 5 },
      },
    ]);
    assert.equal(kept.get(other)?.[0]?.id, 'held-of-other');
    const moreThanAStatementTakes = Array.from({ length: 33_000 }, (_, index) => 1_000 + index);
    assert.deepEqual(await store.deliveries.heldOf([...moreThanAStatementTakes, id, other], NOW), kept);
    await store.deliveries.changeHolds([{ id: 'held-ended', hold: null }], NOW);
    assert.deepEqual(await store.deliveries.heldOf([id], NOW), new Map());
    assert.deepEqual(await store.deliveries.heldOf([], NOW), new Map());
  },
);

storeTest('a row is withdrawn while nobody has claimed it, and only then', async (store) => {
  const [free, leased, sent] = ['a', 'b', 'c'].map((alertId) => aDelivery({ alertId, id: `row-${alertId}` }));
  await store.deliveries.insert([leased!, sent!]);
  await store.deliveries.claimDue('ops', NOW, 10, LEASE);
  await store.deliveries.markSent(sent!.id, aTry());
  await store.deliveries.insert([free!]);
  const why = { reason: 'AlertDelay', note: 'it ended in time' } as const;
  const all = ['row-a', 'row-b', 'row-c', 'no-such-row'].map((id) => ({ id, why }));
  const states = async () =>
    (await Promise.all(['a', 'b', 'c'].map((id) => store.deliveries.ofAlert(id)))).map(
      ([row]) => `${row?.state} ${row?.why?.note ?? ''}`,
    );
  assert.equal(await store.deliveries.withdraw(all, NOW + 1), 1);
  assert.equal(await store.deliveries.withdraw([], NOW + 1), 0);
  assert.deepEqual(await states(), ['withdrawn it ended in time', 'pending ', 'sent ']);
  assert.equal(await store.deliveries.withdraw(all, NOW + LEASE), 1, 'the lease has ended');
  assert.deepEqual(await states(), ['withdrawn it ended in time', 'withdrawn it ended in time', 'sent ']);
});

storeTest('why nobody was told stands in the ledger once, with how often it was so', async (store) => {
  const why = { reason: 'Duplicate', note: 'it was told within suppressDuplicatesFor' } as const;
  const untold = { id: 'u', alertId: 'a', channel: 'ops', event: 'firing', at: NOW, why } as const;
  await store.deliveries.insert([aDelivery({ alertId: 'a' })]);
  await store.deliveries.insertUntold([untold, { ...untold, id: 'v', channel: null }]);
  await store.deliveries.insertUntold([{ ...untold, at: NOW + 5 }]);
  await store.deliveries.insertUntold([]);
  assert.deepEqual(
    (await store.deliveries.ofAlert('a')).map((row) => [row.channel, row.state, row.times, row.lastAt]),
    [
      ['ops', 'pending', 1, NOW],
      ['ops', 'untold', 2, NOW + 5],
      [null, 'untold', 1, NOW],
    ],
  );
  assert.equal((await store.deliveries.queues(NOW))[0]?.due, 1, 'it is no message');
});
