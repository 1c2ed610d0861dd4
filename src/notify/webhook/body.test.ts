import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aMessageContext } from '../testing.ts';
import { webhookBody } from './body.ts';

test('the default body holds every template variable in camelCase, with times as RFC 3339', () => {
  const body = webhookBody(aMessageContext({ resolvedAt: Date.UTC(2026, 10, 21, 3) }), 'http://d/x');
  assert.deepEqual(body, {
    id: 'alert-1',
    status: 'firing',
    alertType: 'failure',
    reason: 'JobFailed',
    severity: 'critical',
    title: 'CronJob prod/nightly-backup failed',
    message: 'Job nightly-backup-29400000 failed: exit code 3 (Error) after 2 attempts',
    namespace: 'prod',
    cronJobName: 'nightly-backup',
    jobName: 'nightly-backup-29400000',
    timestamp: '2026-11-21T02:05:10.000Z',
    openedAt: '2026-11-21T02:05:10.000Z',
    resolvedAt: '2026-11-21T03:00:00.000Z',
    schedule: '0 2 * * *',
    exitCode: 3,
    attempts: 2,
    suggestedFix: '',
    logs: 'hello\noops',
    events: '',
    dashboardUrl: 'http://d/x',
  });
});
