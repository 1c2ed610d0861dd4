import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Execution } from '../execution/execution.ts';
import { aCronJob, aFailedExecution, anExecution, T0 } from '../execution/testing.ts';
import type { Finding } from '../rule/finding.ts';
import { decideTransition, type TransitionFacts } from './decide-transition.ts';
import { anAlert } from './testing.ts';

const NOW = T0 + 100_000;

function aFinding(state: Finding['state'], runs = 1): Finding {
  return { type: 'failure', reason: 'JobFailed', severity: 'critical', state, runs, summary: `${runs} runs` };
}

function facts(given: Partial<TransitionFacts> = {}): TransitionFacts {
  return {
    finding: aFinding('firing'),
    openAlert: null,
    cronJob: aCronJob(),
    run: aFailedExecution(),
    severityOverrides: {},
    suggestedFix: null,
    now: NOW,
    ...given,
  };
}

const KINDS: readonly { readonly name: string; readonly facts: TransitionFacts; readonly kind: string }[] = [
  { name: 'a failure opens an alert', facts: facts(), kind: 'open' },
  {
    name: 'another failure updates the open alert',
    facts: facts({ openAlert: anAlert(), run: aFailedExecution({ jobUid: 'job-2' }) }),
    kind: 'update',
  },
  { name: 'the same run told again changes nothing', facts: facts({ openAlert: anAlert() }), kind: 'none' },
  {
    name: 'a replaced run raises no alert, whatever went before it',
    facts: facts({ run: aFailedExecution({ reason: 'Replaced' }) }),
    kind: 'none',
  },
  {
    name: 'a replaced run ends no alert, whatever went before it',
    facts: facts({
      finding: aFinding('ok'),
      openAlert: anAlert(),
      run: aFailedExecution({ jobUid: 'job-2', reason: 'Replaced' }),
    }),
    kind: 'none',
  },
  {
    name: 'a replaced run does not count as another failure',
    facts: facts({ openAlert: anAlert(), run: aFailedExecution({ jobUid: 'job-2', reason: 'Replaced' }) }),
    kind: 'none',
  },
  {
    name: 'a recovery ends the open alert',
    facts: facts({ finding: aFinding('ok'), openAlert: anAlert(), run: anExecution({ jobUid: 'job-2' }) }),
    kind: 'resolve',
  },
  {
    name: 'a success without an open alert moves nothing',
    facts: facts({ finding: aFinding('ok'), run: anExecution() }),
    kind: 'none',
  },
  {
    name: 'too little to raise an alert raises none',
    facts: facts({ finding: aFinding('unchanged') }),
    kind: 'none',
  },
  {
    name: 'too little to end an alert ends none',
    facts: facts({ finding: aFinding('unchanged'), openAlert: anAlert(), run: anExecution() }),
    kind: 'none',
  },
];
for (const { name, facts, kind } of KINDS) {
  test(name, () => {
    const transition = decideTransition(facts);
    assert.equal(transition.kind, kind);
    if (transition.kind === 'none') assert.notEqual(transition.why, '');
  });
}

test('a new alert tells what failed and how, and nothing of an acknowledgement or an end', () => {
  const transition = decideTransition(facts({ suggestedFix: 'Read the log.' }));
  assert.ok(transition.kind === 'open');
  assert.deepEqual(transition.alert, {
    id: transition.alert.id,
    type: 'failure',
    reason: 'JobFailed',
    severity: 'critical',
    namespace: 'payments',
    cronJobName: 'nightly-backup',
    title: 'nightly-backup failed: exit code 3 (Error)',
    message:
      'Job nightly-backup-29540220 failed: exit code 3 (Error) after 3 attempts. ' +
      'Kubernetes reports BackoffLimitExceeded: Job has reached the specified backoff limit.',
    jobUid: 'job-1',
    jobName: 'nightly-backup-29540220',
    occurrences: 1,
    openedAt: NOW,
    updatedAt: NOW,
    resolvedAt: null,
    resolution: null,
    suggestedFix: 'Read the log.',
    acknowledgedAt: null,
    acknowledgedBy: null,
    acknowledgeComment: null,
  });
});

test('the id follows from the CronJob, the cause and the run: at any time the same, for another run another', () => {
  const id = (given: Partial<TransitionFacts>): string => {
    const transition = decideTransition(facts(given));
    assert.ok(transition.kind === 'open');
    return transition.alert.id;
  };
  assert.equal(id({ now: NOW + 5_000 }), id({}));
  assert.notEqual(id({ run: aFailedExecution({ jobUid: 'job-2' }) }), id({}));
  assert.notEqual(id({ cronJob: aCronJob({ uid: 'recreated' }) }), id({}));
});

test('an update keeps the beginning and the acknowledgement, and tells of the latest run', () => {
  const openAlert = anAlert({ acknowledgedAt: T0 + 1, acknowledgedBy: 'ana', occurrences: 2 });
  const run = aFailedExecution({ jobUid: 'job-2', jobName: 'nightly-backup-29541660' });
  const transition = decideTransition(facts({ finding: aFinding('firing', 3), openAlert, run }));
  assert.ok(transition.kind === 'update');
  assert.partialDeepStrictEqual(transition.alert, {
    id: 'alert-1',
    openedAt: T0,
    acknowledgedBy: 'ana',
    occurrences: 3,
    jobUid: 'job-2',
    updatedAt: NOW,
  });
  assert.match(
    transition.alert.message,
    /^Job nightly-backup-29541660 failed.* These are 3 failed runs in a row\.$/,
  );
});

test('a recovery keeps what the alert told and says what ended it', () => {
  const run = anExecution({ jobUid: 'job-3', jobName: 'nightly-backup-29543100' });
  const transition = decideTransition(facts({ finding: aFinding('ok', 2), openAlert: anAlert(), run }));
  assert.ok(transition.kind === 'resolve');
  assert.deepEqual(transition.alert, {
    ...anAlert(),
    updatedAt: NOW,
    resolvedAt: NOW,
    resolution: 'Job nightly-backup-29543100 succeeded (2 successful runs in a row).',
  });
});

test('a severity of the monitor takes the place of the built-in one', () => {
  const transition = decideTransition(
    facts({ severityOverrides: { jobFailed: 'info', missedSchedule: 'warning' } }),
  );
  assert.ok(transition.kind === 'open');
  assert.equal(transition.alert.severity, 'info');
});

const WORDS: readonly {
  readonly name: string;
  readonly run: Partial<Execution>;
  readonly title: string;
  readonly message: RegExp;
}[] = [
  {
    name: 'out of memory is said in words',
    run: {
      exitCode: 137,
      attempts: aFailedExecution().attempts.map((attempt) => ({
        ...attempt,
        reason: 'OOMKilled',
        exitCode: 137,
      })),
    },
    title: 'nightly-backup failed: out of memory (exit code 137, OOMKilled)',
    message: /after 3 attempts\./,
  },
  {
    name: 'a Pod that never started tells what kept it',
    run: {
      reason: 'DeadlineExceeded',
      message: 'Job was active longer than specified deadline',
      exitCode: -1,
      attempts: [
        { ...aFailedExecution().attempts[0]!, exitCode: null, container: null, reason: 'ImagePullBackOff' },
      ],
    },
    title: 'nightly-backup failed: ImagePullBackOff',
    message:
      /failed: ImagePullBackOff\. Kubernetes reports DeadlineExceeded: Job was active longer than specified deadline\.$/,
  },
  {
    name: 'without any Pod the reason of the Job stands',
    run: { reason: 'DeadlineExceeded', message: null, exitCode: -1, attempts: [] },
    title: 'nightly-backup failed: DeadlineExceeded',
    message: /^Job nightly-backup-29540220 failed: DeadlineExceeded\.$/,
  },
  {
    name: 'without any reason at all that is said',
    run: { reason: null, message: null, exitCode: -1, attempts: [] },
    title: 'nightly-backup failed: no exit of a container was seen',
    message: /^Job nightly-backup-29540220 failed: no exit of a container was seen\.$/,
  },
  {
    name: 'a deleted Job is no exit code',
    run: {
      reason: 'Deleted',
      message: 'The Job was deleted before it finished.',
      exitCode: -1,
      attempts: [],
    },
    title: 'nightly-backup failed: it was deleted before it finished',
    message: /^Job nightly-backup-29540220 failed: it was deleted before it finished\.$/,
  },
];
for (const { name, run, title, message } of WORDS) {
  test(name, () => {
    const transition = decideTransition(facts({ run: aFailedExecution(run) }));
    assert.ok(transition.kind === 'open');
    assert.equal(transition.alert.title, title);
    assert.match(transition.alert.message, message);
  });
}
