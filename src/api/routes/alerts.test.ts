import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  aLedgerEntry,
  aLog,
  anAlert,
  anEvent,
  anExecution,
  emptyPorts,
  NOW,
  startServer,
} from '../testing.ts';
import type { AlertPage } from '../alert-filter.ts';

const UNTOLD = aLedgerEntry({
  id: 'untold-1',
  channel: null,
  state: 'untold',
  context: null,
  why: { reason: 'NoChannels', note: 'monitor shop/all has no channelRefs' },
  times: 3,
  lastAt: NOW + 300_000,
});

describe('the list of alerts', () => {
  for (const query of ['?sort=severity', '?sort=severity&active=false']) {
    test(`is refused, with what mends it, where ended alerts were to be sorted: ${query}`, async () => {
      await using server = await startServer({});
      const response = await fetch(`${server.origin}/api/v1/alerts${query}`);
      assert.equal(response.status, 400);
      assert.deepEqual(await response.json(), {
        error: 'bad_request',
        message: 'Only active alerts are sorted by severity: add active=true.',
        details: { parameter: 'sort' },
      });
    });
  }

  const FILTERS: readonly { name: string; query: string; filter: AlertPage }[] = [
    { name: 'is the newest 1000 without a limit', query: '', filter: { limit: 1_000, offset: 0 } },
    {
      name: 'filters by CronJob and namespace',
      query: '?cronjob=backup&namespace=shop',
      filter: { cronJob: 'backup', namespace: 'shop', limit: 1_000, offset: 0 },
    },
    {
      name: 'filters by type and severity',
      query: '?type=deadManSwitch&severity=info',
      filter: { type: 'deadManSwitch', severity: 'info', limit: 1_000, offset: 0 },
    },
    {
      name: 'tells active=false from no filter',
      query: '?active=false',
      filter: { active: false, limit: 1_000, offset: 0 },
    },
    {
      name: 'shows only active ones when asked to',
      query: '?active=true&limit=5',
      filter: { active: true, limit: 5, offset: 0 },
    },
    {
      name: 'puts the most severe first when asked to',
      query: '?active=true&sort=severity&limit=5',
      filter: { active: true, sort: 'severity', limit: 5, offset: 0 },
    },
    {
      name: 'tells acknowledged=false from no filter',
      query: '?acknowledged=false',
      filter: { acknowledged: false, limit: 1_000, offset: 0 },
    },
    {
      name: 'filters by time in any zone',
      query: '?from=2026-01-31T04:00:00-08:00&to=2026-01-31T12:00:00Z&offset=3',
      filter: { from: NOW, to: NOW, limit: 1_000, offset: 3 },
    },
  ];
  for (const { name, query, filter } of FILTERS) {
    test(name, async () => {
      const asked: unknown[] = [];
      await using server = await startServer({
        alerts: {
          ...emptyPorts().alerts,
          list: async (each) => {
            asked.push(each);
            return { items: [], total: 0 };
          },
        },
      });
      const response = await fetch(`${server.origin}/api/v1/alerts${query}`);
      assert.deepEqual(await response.json(), { items: [], total: 0 });
      assert.deepEqual(asked, [filter]);
    });
  }
});

describe('an alert', () => {
  test('is active, with resolvedAt null, until it is resolved', async () => {
    assert.partialDeepStrictEqual(await read(anAlert()), { active: true, resolvedAt: null });
  });

  test('is inactive, and says why, once it is resolved', async () => {
    const alert = anAlert({ resolvedAt: NOW, resolution: 'The next run succeeded.' });
    assert.partialDeepStrictEqual(await read(alert), {
      active: false,
      resolvedAt: '2026-01-31T12:00:00Z',
      resolution: 'The next run succeeded.',
    });
  });

  test('comes with the evidence of its run and the trail of its messages, without what was sent', async () => {
    const body = await read(anAlert({ jobUid: 'uid-1' }));
    assert.equal(body['executionId'], 'uid-1');
    assert.deepEqual(body['deliveries'], [
      {
        id: 'delivery-1',
        channel: 'ops',
        event: 'firing',
        state: 'pending',
        createdAt: '2026-01-31T12:00:00Z',
        attempts: 0,
        nextAttemptAt: '2026-01-31T12:00:00Z',
        sentAt: null,
        lastError: null,
        tries: [],
        reason: null,
        note: null,
        digestId: null,
        times: 1,
        lastAt: '2026-01-31T12:00:00Z',
      },
      {
        id: 'untold-1',
        channel: null,
        event: 'firing',
        state: 'untold',
        createdAt: '2026-01-31T12:00:00Z',
        attempts: 0,
        nextAttemptAt: null,
        sentAt: null,
        lastError: null,
        tries: [],
        reason: 'NoChannels',
        note: 'monitor shop/all has no channelRefs',
        digestId: null,
        times: 3,
        lastAt: '2026-01-31T12:05:00Z',
      },
    ]);
    assert.deepEqual(body['logs'], [
      {
        podName: 'backup-29496240-x7k2p',
        container: 'main',
        restartCount: 0,
        text: 'disk full\n',
        truncated: false,
        capturedAt: '2026-01-31T12:00:00Z',
      },
    ]);
    assert.deepEqual(body['events'], [
      {
        type: 'Warning',
        reason: 'BackoffLimitExceeded',
        message: 'Job has reached the specified backoff limit',
        objectKind: 'Job',
        objectName: 'backup-29496240',
        count: 1,
        firstAt: '2026-01-31T12:00:00Z',
        lastAt: '2026-01-31T12:00:00Z',
      },
    ]);
  });

  test('without a run behind it has no evidence', async () => {
    const body = await read(anAlert({ jobUid: null, jobName: null, reason: 'JobFailed' }));
    assert.partialDeepStrictEqual(body, { executionId: null, jobName: null });
    assert.deepEqual([body['logs'], body['events']], [[], []]);
  });

  test('keeps its text when its run is gone, and names none', async () => {
    const body = await read(anAlert({ jobUid: 'uid-1' }), null);
    assert.partialDeepStrictEqual(body, { executionId: null, jobName: 'backup-29496240' });
  });

  async function read(
    alert: ReturnType<typeof anAlert>,
    execution: ReturnType<typeof anExecution> | null = anExecution(),
  ): Promise<Record<string, unknown>> {
    await using server = await startServer({
      executions: { ...emptyPorts().executions, get: async () => execution },
      alerts: { ...emptyPorts().alerts, get: async () => alert },
      deliveries: { ...emptyPorts().deliveries, ofAlert: async () => [aLedgerEntry(), UNTOLD] },
      evidence: { logsOf: async () => [aLog()], eventsOf: async () => [anEvent()] },
    });
    const response = await fetch(`${server.origin}/api/v1/alerts/alert-1`);
    assert.equal(response.status, 200);
    return (await response.json()) as Record<string, unknown>;
  }
});

describe('an acknowledgement', () => {
  const BODIES: readonly { name: string; body: string | null; by: string | null; comment: string | null }[] =
    [
      { name: 'needs no name', body: null, by: null, comment: null },
      { name: 'may be empty', body: '{}', by: null, comment: null },
      {
        name: 'keeps who and what they said',
        body: '{"by":"ann","comment":"on it"}',
        by: 'ann',
        comment: 'on it',
      },
    ];
  for (const { name, body, by, comment } of BODIES) {
    test(name, async () => {
      const asked: unknown[] = [];
      await using server = await startServer({
        alerts: {
          ...emptyPorts().alerts,
          acknowledge: async (...each) => {
            asked.push(each);
            return anAlert({ acknowledgedAt: NOW, acknowledgedBy: by, acknowledgeComment: comment });
          },
        },
      });
      const response = await fetch(`${server.origin}/api/v1/alerts/alert-1/acknowledge`, {
        method: 'POST',
        body,
      });
      assert.equal(response.status, 200);
      assert.deepEqual(asked, [['alert-1', { at: NOW, by, comment }]]);
      assert.partialDeepStrictEqual(await response.json(), {
        acknowledgedAt: '2026-01-31T12:00:00Z',
        acknowledgedBy: by,
        acknowledgeComment: comment,
        active: true,
      });
    });
  }
});
