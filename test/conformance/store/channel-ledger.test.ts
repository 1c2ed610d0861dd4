import assert from 'node:assert/strict';
import type { ChannelEntry } from '../../../src/alert/ledger.ts';
import { joinMessages } from '../../../src/alert/join-messages.ts';
import { aDelivery, anAlert, aTry, keep, NOW } from './builders.ts';
import { storeTest } from './stores.ts';

const EVERYTHING = { channel: 'ops', digestId: null, limit: 50, offset: 0 } as const;

const idsOf = (items: readonly ChannelEntry[]) => items.map(({ id }) => id);

storeTest("a channel's messages come newest first, in pages, each with its alert", async (store) => {
  const id = await keep(store);
  const alert = anAlert({ id: 'alert-1', severity: 'warning', title: 'backup is late' });
  await store.alerts.insert(id, alert);
  await store.deliveries.insert([
    ...['one', 'two', 'three'].map((each) => aDelivery({ id: each })),
    aDelivery({ id: 'elsewhere', channel: 'chat' }),
    aDelivery({ id: 'orphan', alertId: 'pruned' }),
  ]);
  const page = await store.deliveries.ofChannel({ ...EVERYTHING, limit: 2, offset: 1 });
  assert.deepEqual([idsOf(page.items), page.total], [['three', 'two'], 4]);
  assert.deepEqual(page.items[0], {
    id: 'three',
    channel: 'ops',
    event: 'firing',
    createdAt: NOW,
    state: 'pending',
    nextAttemptAt: NOW,
    attempts: 0,
    sentAt: null,
    lastError: null,
    why: null,
    digestId: null,
    times: 1,
    lastAt: NOW,
    tries: [],
    alert: {
      id: 'alert-1',
      severity: 'warning',
      title: 'backup is late',
      namespace: 'shop',
      cronJobName: 'backup',
    },
    alertCount: 1,
    commonCause: null,
  } satisfies ChannelEntry);
  const [orphan] = (await store.deliveries.ofChannel(EVERYTHING)).items;
  assert.deepEqual([orphan?.id, orphan?.alert], ['orphan', null]);
});

storeTest('they are told by state, those that were never written too', async (store) => {
  const why = { reason: 'Duplicate', note: 'it was told' } as const;
  await store.deliveries.insert([aDelivery({ id: 'waits' }), aDelivery({ id: 'refused' })]);
  await store.deliveries.reject('refused', aTry({ status: 404, error: 'HTTP 404' }));
  const untold = { id: 'untold', alertId: 'a', channel: 'ops', event: 'firing', at: NOW, why } as const;
  await store.deliveries.insertUntold([untold]);
  const ids = async (state: ChannelEntry['state']) =>
    idsOf((await store.deliveries.ofChannel({ ...EVERYTHING, state })).items);
  assert.deepEqual(await ids('pending'), ['waits']);
  assert.deepEqual(await ids('rejected'), ['refused']);
  assert.deepEqual(await ids('untold'), ['untold']);
  assert.deepEqual(await ids('sent'), []);
});

storeTest('a joined message is one, which tells its members and shares its attempts', async (store) => {
  await store.deliveries.insert([
    aDelivery({ id: 'a-begins', alertId: 'a' }),
    aDelivery({ id: 'a-ends', alertId: 'a', event: 'resolved' }),
    aDelivery({ id: 'b-begins', alertId: 'b' }),
  ]);
  await store.digests.joinDue('ops', NOW, (members) => joinMessages('ops', members, 'node/a', NOW));
  const { items, total } = await store.deliveries.ofChannel(EVERYTHING);
  const [digest] = items;
  assert.deepEqual(
    [total, digest?.event, digest?.alertCount, digest?.commonCause, digest?.alert],
    [1, 'digest', 2, 'node/a', null],
  );
  await store.deliveries.markSent(digest!.id, aTry());
  const members = await store.deliveries.ofChannel({ ...EVERYTHING, digestId: digest!.id });
  assert.deepEqual(idsOf(members.items), ['b-begins', 'a-ends', 'a-begins']);
  assert.deepEqual(
    members.items.map(({ state, tries }) => [state, tries]),
    Array.from({ length: 3 }, () => ['sent', [aTry()]]),
  );
});

storeTest('the export has a row for each alert and channel, and none for what joins them', async (store) => {
  await store.deliveries.insert([
    aDelivery({ id: 'one', alertId: 'a', createdAt: NOW - 5 }),
    aDelivery({ id: 'two', alertId: 'b' }),
    aDelivery({ id: 'chat', channel: 'chat' }),
  ]);
  await store.digests.joinDue('ops', NOW, (members) => joinMessages('ops', members, null, NOW));
  const why = { reason: 'NoChannels', note: 'no channelRefs' } as const;
  const untold = { id: 'nobody', alertId: 'a', channel: null, event: 'firing', at: NOW, why } as const;
  await store.deliveries.insertUntold([untold]);
  const exported = async (criteria: Parameters<typeof store.exports.deliveries>[0]) =>
    idsOf((await Array.fromAsync(store.exports.deliveries(criteria))).flat());
  assert.deepEqual(await exported({}), ['nobody', 'chat', 'two', 'one']);
  assert.deepEqual(await exported({ channel: 'ops' }), ['two', 'one']);
  assert.deepEqual(await exported({ from: NOW, state: 'pending' }), ['chat', 'two']);
  assert.deepEqual(await exported({ to: NOW - 1 }), ['one']);
});

storeTest('of more rows than a page holds the export has each once', async (store) => {
  const rows = Array.from({ length: 1_001 }, (_, index) => aDelivery({ id: `row-${index}` }));
  await store.deliveries.insert(rows);
  const pages = await Array.fromAsync(store.exports.deliveries({}));
  assert.deepEqual(idsOf(pages.flat()), rows.map(({ id }) => id).toReversed());
});
