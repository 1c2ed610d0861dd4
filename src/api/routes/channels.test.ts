import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aChannel, NOW, startServer } from '../testing.ts';
import type { ChannelTestOutcome } from './channels.ts';

test('a channel tells its state with the reason', async () => {
  const channels = [
    aChannel({ alertsSent: 3, lastAlertAt: NOW, waiting: 7 }),
    aChannel({
      name: 'pager',
      type: 'webhook',
      ready: false,
      readyReason: 'SecretNotFound',
      readyMessage: 'no secret',
    }),
  ];
  await using server = await startServer({ channels: { list: async () => channels } });
  const response = await fetch(`${server.origin}/api/v1/channels`);
  assert.deepEqual(await response.json(), {
    items: [
      {
        name: 'ops',
        type: 'chat',
        ready: true,
        alertsSent: 3,
        lastAlertTime: '2026-01-31T12:00:00Z',
        waiting: 7,
        reason: null,
        message: null,
      },
      {
        name: 'pager',
        type: 'webhook',
        ready: false,
        alertsSent: 0,
        lastAlertTime: null,
        waiting: 0,
        reason: 'SecretNotFound',
        message: 'no secret',
      },
    ],
  });
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
