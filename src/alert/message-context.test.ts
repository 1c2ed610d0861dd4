import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CapturedEvent, CapturedLog } from '../execution/evidence.ts';
import { aFailedExecution, anAttempt, anExecution, T0 } from '../execution/testing.ts';
import { messageContext, type MessageFacts } from './message-context.ts';
import { anAlert, anIncludeContext } from './testing.ts';

function aLog(given: Partial<CapturedLog>): CapturedLog {
  return {
    jobUid: 'job-1',
    podUid: 'pod-1',
    podName: 'nightly-backup-29540220-abcde',
    container: 'backup',
    restartCount: 0,
    text: 'one\ntwo\nthree\n',
    truncated: false,
    capturedAt: T0,
    ...given,
  };
}

function anEvent(given: Partial<CapturedEvent>): CapturedEvent {
  return {
    jobUid: 'job-1',
    eventUid: 'e-1',
    type: 'Warning',
    reason: 'BackOff',
    message: 'Back-off restarting failed container ',
    objectKind: 'Pod',
    objectName: 'nightly-backup-29540220-abcde',
    count: 1,
    firstAt: T0,
    lastAt: T0,
    ...given,
  };
}

function facts(given: Partial<MessageFacts> = {}): MessageFacts {
  return {
    alert: anAlert(),
    event: 'firing',
    cronJob: { schedule: '0 3 * * *' },
    run: aFailedExecution(),
    evidence: { logs: [aLog({})], events: [anEvent({})] },
    include: anIncludeContext(),
    now: T0 + 9_000,
    ...given,
  };
}

test('an alarm carries the alert, the run, its log, its events and what to do', () => {
  assert.deepEqual(messageContext(facts()), {
    alertId: 'alert-1',
    event: 'firing',
    type: 'failure',
    reason: 'JobFailed',
    severity: 'critical',
    title: 'nightly-backup failed: exit code 3 (Error)',
    message:
      'Job nightly-backup-29540220 failed: exit code 3 (Error). ' +
      'Last attempt: pod nightly-backup-29540220-abcde, container backup on node node-a.',
    namespace: 'payments',
    cronJobName: 'nightly-backup',
    jobName: 'nightly-backup-29540220',
    at: T0 + 9_000,
    openedAt: T0,
    resolvedAt: null,
    schedule: '0 3 * * *',
    exitCode: 3,
    attempts: 3,
    suggestedFix: 'Read the log.',
    logs: 'one\ntwo\nthree',
    events: 'Warning BackOff Pod/nightly-backup-29540220-abcde: Back-off restarting failed container',
  });
});

test('a recovery says what ended it and what it was, and repeats no evidence', () => {
  const alert = anAlert({ resolvedAt: T0 + 9_000, resolution: 'Job b succeeded.' });
  const context = messageContext(facts({ alert, event: 'resolved', run: anExecution({ jobName: 'b' }) }));
  assert.partialDeepStrictEqual(context, {
    title: 'Resolved: nightly-backup failed: exit code 3 (Error)',
    message: 'Job b succeeded. It was: Job nightly-backup-29540220 failed: exit code 3 (Error).',
    jobName: 'b',
    resolvedAt: T0 + 9_000,
    suggestedFix: '',
    logs: '',
    events: '',
  });
});

const LEFT_OUT = [
  { option: 'logs', field: 'logs' },
  { option: 'events', field: 'events' },
  { option: 'suggestedFixes', field: 'suggestedFix' },
] as const;
for (const { option, field } of LEFT_OUT) {
  test(`${option}: false leaves ${field} out`, () => {
    assert.equal(messageContext(facts({ include: anIncludeContext({ [option]: false }) }))[field], '');
  });
}

test('podStatus: false leaves the last attempt out', () => {
  const { message } = messageContext(facts({ include: anIncludeContext({ podStatus: false }) }));
  assert.equal(message, anAlert().message);
});

const LOGS: readonly {
  readonly name: string;
  readonly facts: Partial<MessageFacts>;
  readonly logs: string;
}[] = [
  {
    name: 'only the last lines are told',
    facts: { include: anIncludeContext({ logLines: 2 }) },
    logs: 'two\nthree',
  },
  {
    name: 'of several Pods that of the last failed attempt is told',
    facts: {
      run: aFailedExecution({ attempts: [anAttempt({ podUid: 'a' }), anAttempt({ podUid: 'b' })] }),
      evidence: {
        logs: [aLog({ podUid: 'b', text: 'of b' }), aLog({ podUid: 'a', text: 'of a' })],
        events: [],
      },
    },
    logs: 'of b',
  },
  {
    name: 'of several runs of a container the last is told',
    facts: {
      evidence: { logs: [aLog({ text: 'first' }), aLog({ restartCount: 1, text: 'second' })], events: [] },
    },
    logs: 'second',
  },
  {
    name: 'the container that the monitor names is told instead of the one that failed',
    facts: {
      include: anIncludeContext({ logContainerName: 'proxy' }),
      evidence: { logs: [aLog({ container: 'proxy', text: 'of proxy' }), aLog({})], events: [] },
    },
    logs: 'of proxy',
  },
  { name: 'without any log the text is empty', facts: { evidence: { logs: [], events: [] } }, logs: '' },
];
for (const { name, facts: given, logs } of LOGS) {
  test(name, () => assert.equal(messageContext(facts(given)).logs, logs));
}

test('events are told in order of time, at most the latest twenty, with how often they came', () => {
  const events = Array.from({ length: 30 }, (_, index) =>
    anEvent({ reason: `R${index}`, lastAt: T0 + index, count: index === 29 ? 7 : 1 }),
  ).toReversed();
  const lines = messageContext(facts({ evidence: { logs: [], events } })).events.split('\n');
  assert.equal(lines.length, 20);
  assert.match(lines[0]!, /^Warning R10 /);
  assert.match(lines[19]!, /^Warning R29 .*\(7 times\)$/);
});

test('a log that is one line of a megabyte is told by its end', () => {
  const text = `${'a'.repeat(1_048_576)}the end`;
  const { logs } = messageContext(facts({ evidence: { logs: [aLog({ text })], events: [] } }));
  assert.equal(logs.length, 64_000);
  assert.match(logs, /the end$/);
});
