import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aContainerEnd, aLog, anAttempt, anEvent, anExecution, emptyPorts, startServer } from '../testing.ts';

test('an execution comes with its attempts, logs and events', async () => {
  const execution = anExecution({
    outcome: 'failed',
    reason: 'BackoffLimitExceeded',
    tellingReason: 'OOMKilled',
    fault: 'application',
    exitCode: 137,
    attemptCount: 2,
    containers: [aContainerEnd()],
    attempts: [anAttempt(), anAttempt({ number: 2, podName: 'backup-29496240-q9w8e' })],
  });
  const asked: string[] = [];
  await using server = await startServer({
    executions: { list: async () => ({ items: [], total: 0 }), get: async () => execution },
    alerts: { ...emptyPorts().alerts, idOfRun: async (jobUid) => `alert-of-${jobUid}` },
    evidence: {
      logsOf: async (jobUid) => {
        asked.push(jobUid);
        return [aLog({ truncated: true })];
      },
      eventsOf: async (jobUid) => {
        asked.push(jobUid);
        return [anEvent({ firstAt: null })];
      },
    },
  });
  const response = await fetch(`${server.origin}/api/v1/executions/uid-1`);
  const body = (await response.json()) as Record<string, object[]>;
  assert.deepEqual(asked, ['uid-1', 'uid-1']);
  assert.partialDeepStrictEqual(body, {
    id: 'uid-1',
    namespace: 'shop',
    cronjobName: 'backup',
    status: 'failed',
    reason: 'OOMKilled',
    jobReason: 'BackoffLimitExceeded',
    alertId: 'alert-of-uid-1',
    fault: 'application',
    summary: 'failed after 2 attempts: OOMKilled',
    exitCode: 137,
    containers: [
      {
        container: 'proxy',
        kind: 'sidecar',
        state: 'running',
        startTime: '2026-01-31T11:59:00Z',
        completionTime: null,
      },
    ],
    logs: [{ truncated: true, text: 'disk full\n' }],
    events: [{ firstAt: null, reason: 'BackoffLimitExceeded' }],
  });
  assert.deepEqual(body['attempts']![0], {
    number: 1,
    status: 'failed',
    podName: 'backup-29496240-x7k2p',
    node: 'node-a',
    index: null,
    container: 'main',
    image: 'registry.example/backup:1',
    exitCode: 137,
    signal: 9,
    reason: 'OOMKilled',
    message: null,
    startTime: '2026-01-31T11:59:00Z',
    completionTime: '2026-01-31T11:59:30Z',
  });
  assert.equal(body['attempts']!.length, 2);
});
