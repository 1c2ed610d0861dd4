import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CapturedEvent, CapturedLog } from '../execution/evidence.ts';
import { aFailedExecution, anAttempt, anExecution } from '../execution/testing.ts';
import { type FailedRun, failureFacts } from './failure-facts.ts';

function aRun(given: Partial<FailedRun> = {}): FailedRun {
  return {
    namespace: 'payments',
    cronJobName: 'nightly-backup',
    execution: aFailedExecution(),
    logs: [],
    events: [],
    ...given,
  };
}

function aLog(given: Partial<CapturedLog>): CapturedLog {
  return {
    jobUid: 'job-1',
    podUid: 'pod-1',
    podName: 'nightly-backup-29540220-abcde',
    container: 'backup',
    restartCount: 0,
    text: '',
    truncated: false,
    capturedAt: 0,
    ...given,
  };
}

const EVENT: CapturedEvent = {
  jobUid: 'job-1',
  eventUid: 'event-1',
  type: 'Warning',
  reason: 'BackOff',
  message: 'Back-off pulling image ',
  objectKind: 'Pod',
  objectName: 'x',
  count: 4,
  firstAt: null,
  lastAt: null,
};

test('a failed run tells its exit code, both reasons, both messages and its names', () => {
  const execution = aFailedExecution({
    attempts: [anAttempt({ reason: 'OOMKilled', message: 'killed', exitCode: 137, signal: 9 })],
    exitCode: 137,
  });
  assert.deepEqual(failureFacts(aRun({ execution, events: [EVENT] })), {
    names: {
      namespace: 'payments',
      cronJob: 'nightly-backup',
      job: 'nightly-backup-29540220',
      pod: 'nightly-backup-29540220-abcde',
      container: 'backup',
    },
    exitCode: 137,
    signal: 9,
    reasons: ['OOMKilled', 'BackoffLimitExceeded'],
    message: 'killed\nJob has reached the specified backoff limit',
    log: '',
    events: 'Warning BackOff Pod/x: Back-off pulling image (4 times)',
  });
});

test('the log is that of the attempt that decided, however many containers and restarts wrote one', () => {
  const execution = aFailedExecution({
    attempts: [anAttempt({ number: 1 }), anAttempt({ number: 2 }), anAttempt({ number: 3 })],
  });
  const logs = [
    aLog({ text: 'first' }),
    aLog({ text: 'third', restartCount: 2 }),
    aLog({ text: 'second', restartCount: 1 }),
    aLog({ text: 'proxy', container: 'proxy', restartCount: 2 }),
  ];
  assert.equal(failureFacts(aRun({ execution, logs }))?.log, 'third');
});

test('of a long log the end is looked at', () => {
  const logs = [aLog({ text: `${'x'.repeat(200_000)} the end` })];
  const log = failureFacts(aRun({ logs }))?.log ?? '';
  assert.equal(log.length, 100_000);
  assert.ok(log.endsWith('the end'));
});

test('an attempt that was cut off leaves the reason to the Job', () => {
  const execution = aFailedExecution({
    reason: 'DeadlineExceeded',
    attempts: [anAttempt({ reason: 'Deleted', exitCode: 143 })],
  });
  assert.deepEqual(failureFacts(aRun({ execution }))?.reasons, ['DeadlineExceeded']);
});

test('without any Pod there are no names of Pod and container', () => {
  const facts = failureFacts(aRun({ execution: aFailedExecution({ attempts: [], exitCode: -1 }) }));
  assert.deepEqual([facts?.names.pod, facts?.names.container, facts?.signal], [null, null, null]);
});

test('a success and a replaced run are no failures', () => {
  assert.equal(failureFacts(aRun({ execution: anExecution() })), null);
  assert.equal(failureFacts(aRun({ execution: aFailedExecution({ reason: 'Replaced' }) })), null);
});
