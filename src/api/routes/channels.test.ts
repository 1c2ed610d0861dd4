import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aChannel, aChannelEntry, emptyPorts, NOW, startServer } from '../testing.ts';
import type { ChannelLedgerFilter, ChannelTestOutcome } from './channels.ts';

test('a channel tells its state with the reason', async () => {
  const channels = [
    aChannel({ alertsSent: 3, lastAlertAt: NOW, waiting: 7 }),
    aChannel({
      name: 'pager',
      type: 'webhook',
      ready: false,
      readyReason: 'SecretNotFound',
      readyMessage: 'no secret',
      alertsFailed: 2,
      consecutiveFailures: 9,
      lastError: 'no answer within 10 s',
      lastErrorAt: NOW,
    }),
  ];
  await using server = await startServer({
    channels: { ...emptyPorts().channels, list: async () => channels },
  });
  const response = await fetch(`${server.origin}/api/v1/channels`);
  assert.deepEqual(await response.json(), {
    items: [
      {
        name: 'ops',
        type: 'chat',
        ready: true,
        alertsSent: 3,
        alertsFailed: 0,
        lastAlertTime: '2026-01-31T12:00:00Z',
        waiting: 7,
        consecutiveFailures: 0,
        lastError: null,
        lastErrorTime: null,
        reason: null,
        message: null,
      },
      {
        name: 'pager',
        type: 'webhook',
        ready: false,
        alertsSent: 0,
        alertsFailed: 2,
        lastAlertTime: null,
        waiting: 0,
        consecutiveFailures: 9,
        lastError: 'no answer within 10 s',
        lastErrorTime: '2026-01-31T12:00:00Z',
        reason: 'SecretNotFound',
        message: 'no secret',
      },
    ],
  });
});

describe("a channel's messages", () => {
  const FILTERS: readonly { name: string; query: string; filter: ChannelLedgerFilter }[] = [
    {
      name: 'are the newest 50 without a limit, what was joined as one',
      query: '',
      filter: { channel: 'ops', digestId: null, limit: 50, offset: 0 },
    },
    {
      name: 'are those of a state, in pages',
      query: '?state=rejected&limit=5&offset=10',
      filter: { channel: 'ops', state: 'rejected', digestId: null, limit: 5, offset: 10 },
    },
    {
      name: 'are the members of a joined one',
      query: '?digest=d1',
      filter: { channel: 'ops', digestId: 'd1', limit: 50, offset: 0 },
    },
  ];
  for (const { name, query, filter } of FILTERS) {
    test(name, async () => {
      const asked: unknown[] = [];
      await using server = await startServer({
        channels: { ...emptyPorts().channels, get: async () => aChannel() },
        deliveries: {
          ...emptyPorts().deliveries,
          ofChannel: async (each) => {
            asked.push(each);
            return { items: [], total: 0 };
          },
        },
      });
      const response = await fetch(`${server.origin}/api/v1/channels/ops/deliveries${query}`);
      assert.deepEqual(await response.json(), { items: [], total: 0 });
      assert.deepEqual(asked, [filter]);
    });
  }

  test('tell what each is about, and every attempt with its answer', async () => {
    const tries = [
      { at: NOW, status: 503, latencyMs: 20, error: 'the receiver answered HTTP 503' },
      { at: NOW + 5_000, status: 200, latencyMs: 8, error: null },
    ];
    const items = [
      aChannelEntry({ state: 'sent', attempts: 2, sentAt: NOW + 5_000, tries }),
      aChannelEntry({ id: 'd1', event: 'digest', alert: null, alertCount: 12, commonCause: 'node/a' }),
    ];
    await using server = await startServer({
      channels: { ...emptyPorts().channels, get: async () => aChannel() },
      deliveries: { ...emptyPorts().deliveries, ofChannel: async () => ({ items, total: 2 }) },
    });
    const response = await fetch(`${server.origin}/api/v1/channels/ops/deliveries`);
    const body = (await response.json()) as { readonly items: readonly object[] };
    assert.deepEqual(body.items[0], {
      id: 'delivery-1',
      channel: 'ops',
      event: 'firing',
      state: 'sent',
      title: 'shop/backup failed',
      alertCount: 1,
      alert: { id: 'alert-1', severity: 'critical', namespace: 'shop', cronjobName: 'backup' },
      createdAt: '2026-01-31T12:00:00Z',
      attempts: 2,
      nextAttemptAt: null,
      sentAt: '2026-01-31T12:00:05Z',
      lastError: null,
      tries: [
        { at: '2026-01-31T12:00:00Z', status: 503, latencyMs: 20, error: 'the receiver answered HTTP 503' },
        { at: '2026-01-31T12:00:05Z', status: 200, latencyMs: 8, error: null },
      ],
      reason: null,
      note: null,
      digestId: null,
      times: 1,
      lastAt: '2026-01-31T12:00:00Z',
    });
    assert.partialDeepStrictEqual(body.items[1], {
      event: 'digest',
      title: 'Node a lost its Pods: 12 alerts',
      alertCount: 12,
      alert: null,
    });
  });

  for (const { name, path, status } of [
    { name: 'are 404 for no channel', path: 'nobody/deliveries', status: 404 },
    { name: 'are 400 for a state that is none', path: 'ops/deliveries?state=lost', status: 400 },
  ]) {
    test(name, async () => {
      await using server = await startServer({
        channels: {
          ...emptyPorts().channels,
          get: async (channel) => (channel === 'ops' ? aChannel() : null),
        },
      });
      const response = await fetch(`${server.origin}/api/v1/channels/${path}`);
      assert.equal(response.status, status);
    });
  }
});

describe('a test of a channel', () => {
  const OUTCOMES: readonly { name: string; outcome: ChannelTestOutcome; status: number }[] = [
    {
      name: 'tells that the receiver took it',
      outcome: { kind: 'done', success: true, message: 'Answered 200.' },
      status: 200,
    },
    {
      name: 'is answered 200 when the receiver refuses: the test itself was done',
      outcome: { kind: 'done', success: false, message: 'Answered 403.' },
      status: 200,
    },
    { name: 'is 404 for no channel', outcome: { kind: 'notFound' }, status: 404 },
  ];
  for (const { name, outcome, status } of OUTCOMES) {
    test(name, async () => {
      const asked: string[] = [];
      await using server = await startServer({
        notifier: {
          testChannel: async (channel) => {
            asked.push(channel);
            return outcome;
          },
        },
      });
      const response = await fetch(`${server.origin}/api/v1/channels/ops/test`, { method: 'POST' });
      const body = (await response.json()) as object;
      assert.equal(response.status, status);
      assert.deepEqual(asked, ['ops']);
      if (outcome.kind === 'done') {
        assert.deepEqual(body, { success: outcome.success, message: outcome.message });
      }
    });
  }
});
