import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCronJob, T0 } from '../execution/testing.ts';
import type { FiringFinding, QuietFinding } from '../rule/finding.ts';
import { decideTransition, endAlert, type TransitionFacts } from './decide-transition.ts';
import { anAlert } from './testing.ts';

const NOW = T0 + 100_000;

function firing(given: Partial<FiringFinding> = {}): FiringFinding {
  return {
    state: 'firing',
    reason: 'JobFailed',
    cause: 'job-1',
    title: 'nightly-backup failed: exit code 3 (Error)',
    message: 'Job nightly-backup-29540220 failed: exit code 3 (Error).',
    run: { jobUid: 'job-1', jobName: 'nightly-backup-29540220' },
    ...given,
  };
}

function quiet(state: QuietFinding['state']): QuietFinding {
  return { state, reason: 'JobFailed', why: 'Job nightly-backup-29543100 succeeded.' };
}

function facts(given: Partial<TransitionFacts> = {}): TransitionFacts {
  return {
    finding: firing(),
    openAlert: null,
    cronJob: aCronJob(),
    severityOverrides: {},
    suggestedFix: null,
    at: NOW,
    ...given,
  };
}

const KINDS: readonly { readonly name: string; readonly facts: TransitionFacts; readonly kind: string }[] = [
  { name: 'a finding that fires opens an alert', facts: facts(), kind: 'open' },
  {
    name: 'another cause updates the open alert',
    facts: facts({ openAlert: anAlert(), finding: firing({ cause: 'job-2' }) }),
    kind: 'update',
  },
  { name: 'the same cause told again changes nothing', facts: facts({ openAlert: anAlert() }), kind: 'none' },
  {
    name: 'a condition that only lasts changes nothing',
    facts: facts({ openAlert: anAlert(), finding: firing({ reason: 'SuccessRate', cause: null }) }),
    kind: 'none',
  },
  {
    name: 'a finding that is ok ends the open alert',
    facts: facts({ finding: quiet('ok'), openAlert: anAlert() }),
    kind: 'resolve',
  },
  {
    name: 'a finding that is ok without an open alert moves nothing',
    facts: facts({ finding: quiet('ok') }),
    kind: 'none',
  },
  {
    name: 'too little to raise an alert raises none',
    facts: facts({ finding: quiet('unchanged') }),
    kind: 'none',
  },
  {
    name: 'too little to end an alert ends none',
    facts: facts({ finding: quiet('unchanged'), openAlert: anAlert() }),
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

test('a new alert tells what was found, and nothing of an acknowledgement or an end', () => {
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
    message: 'Job nightly-backup-29540220 failed: exit code 3 (Error).',
    cause: 'job-1',
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

function idOf(given: Partial<TransitionFacts>): string {
  const transition = decideTransition(facts(given));
  assert.ok(transition.kind === 'open');
  return transition.alert.id;
}

test('the id follows from the CronJob, the reason and the cause: at any time the same, for another cause another', () => {
  assert.equal(idOf({ at: NOW + 5_000 }), idOf({}));
  assert.notEqual(idOf({ finding: firing({ cause: 'job-2' }) }), idOf({}));
  assert.notEqual(idOf({ finding: firing({ reason: 'MinDuration' }) }), idOf({}));
  assert.notEqual(idOf({ cronJob: aCronJob({ uid: 'recreated' }) }), idOf({}));
});

test('the instant stands for a condition that only lasts', () => {
  const finding = firing({ reason: 'SuccessRate', cause: null, run: null });
  assert.equal(idOf({ finding }), idOf({ finding }));
  assert.notEqual(idOf({ finding, at: NOW + 5_000 }), idOf({ finding }));
});

test('an update keeps the beginning and the acknowledgement, and tells of the latest cause', () => {
  const openAlert = anAlert({ acknowledgedAt: T0 + 1, acknowledgedBy: 'ana', occurrences: 2 });
  const finding = firing({ cause: 'job-2', message: 'Again.', run: { jobUid: 'job-2', jobName: 'second' } });
  const transition = decideTransition(facts({ finding, openAlert }));
  assert.ok(transition.kind === 'update');
  assert.partialDeepStrictEqual(transition.alert, {
    id: 'alert-1',
    openedAt: T0,
    acknowledgedBy: 'ana',
    occurrences: 3,
    cause: 'job-2',
    jobUid: 'job-2',
    message: 'Again.',
    updatedAt: NOW,
  });
});

test('an end keeps what the alert told and says what ended it', () => {
  const transition = decideTransition(facts({ finding: quiet('ok'), openAlert: anAlert() }));
  assert.ok(transition.kind === 'resolve');
  assert.deepEqual(transition.alert, {
    ...anAlert(),
    updatedAt: NOW,
    resolvedAt: NOW,
    resolution: 'Job nightly-backup-29543100 succeeded.',
  });
});

test('no alert ends before it began, though clocks may differ', () => {
  assert.equal(endAlert(anAlert({ openedAt: NOW }), 'Over.', NOW - 5_000).resolvedAt, NOW);
});

test('a severity of the monitor takes the place of the built-in one', () => {
  const transition = decideTransition(
    facts({ severityOverrides: { jobFailed: 'info', missedSchedule: 'warning' } }),
  );
  assert.ok(transition.kind === 'open');
  assert.equal(transition.alert.severity, 'info');
});
