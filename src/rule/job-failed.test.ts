import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aFailedExecution, anExecution } from '../execution/testing.ts';
import type { Execution } from '../execution/execution.ts';
import type { Finding } from './finding.ts';
import { evaluateJobFailed, type FailureSpec } from './job-failed.ts';

const RUNS: Readonly<Record<string, Execution>> = {
  F: aFailedExecution(),
  D: aFailedExecution({ reason: 'Deleted' }),
  R: aFailedExecution({ reason: 'Replaced' }),
  S: anExecution(),
};

interface Case {
  readonly name: string;
  readonly spec?: Partial<FailureSpec>;
  /** F failed, D deleted, R replaced, S success; newest first. */
  readonly runs: string;
  readonly state: Finding['state'];
}

const CASES: readonly Case[] = [
  { name: 'no run yet says nothing', runs: '', state: 'unchanged' },
  { name: 'one failure is enough by default', runs: 'FSS', state: 'firing' },
  {
    name: 'fewer failures in a row than asked for say nothing',
    spec: { consecutiveFailures: 3 },
    runs: 'FFSF',
    state: 'unchanged',
  },
  {
    name: 'as many failures in a row as asked for fire',
    spec: { consecutiveFailures: 3 },
    runs: 'FFFS',
    state: 'firing',
  },
  {
    name: 'fewer runs than asked for cannot fire',
    spec: { consecutiveFailures: 3 },
    runs: 'FF',
    state: 'unchanged',
  },
  { name: 'one success ends it by default', runs: 'SFFF', state: 'ok' },
  {
    name: 'fewer successes in a row than asked for end nothing',
    spec: { recoveryRuns: 2 },
    runs: 'SFS',
    state: 'unchanged',
  },
  {
    name: 'as many successes in a row as asked for end it',
    spec: { recoveryRuns: 2 },
    runs: 'SSF',
    state: 'ok',
  },
  { name: 'a deleted run is a failure', runs: 'DS', state: 'firing' },
  { name: 'a replaced run raises nothing, whatever went before it', runs: 'RF', state: 'unchanged' },
  { name: 'a replaced run ends nothing, whatever went before it', runs: 'RS', state: 'unchanged' },
  {
    name: 'a replaced run does not break a row of failures',
    spec: { consecutiveFailures: 2 },
    runs: 'FRF',
    state: 'firing',
  },
  {
    name: 'a replaced run does not break a row of successes',
    spec: { recoveryRuns: 2 },
    runs: 'SRS',
    state: 'ok',
  },
];
for (const { name, spec = {}, runs, state } of CASES) {
  test(name, () => {
    const [ended = null, ...before] = runs.split('').map((letter) => RUNS[letter]!);
    const { finding, nextCheckAt } = evaluateJobFailed(
      { consecutiveFailures: 1, recoveryRuns: 1, ...spec },
      { cronJobName: 'nightly-backup', ended, before },
    );
    assert.equal(finding.state, state);
    assert.equal(nextCheckAt, null);
  });
}

function failure(run: Partial<Execution>, before: readonly Execution[] = []) {
  const { finding } = evaluateJobFailed(
    { consecutiveFailures: 1, recoveryRuns: 1 },
    { cronJobName: 'nightly-backup', ended: aFailedExecution(run), before },
  );
  assert.ok(finding.state === 'firing');
  return finding;
}

test('the run is the cause, so that each further failure adds to the alert', () => {
  const { cause, run } = failure({ jobUid: 'job-7', jobName: 'nightly-backup-7' });
  assert.deepEqual({ cause, run }, { cause: 'job-7', run: { jobUid: 'job-7', jobName: 'nightly-backup-7' } });
});

test('the message says how many failed in a row', () => {
  assert.match(
    failure({}, [aFailedExecution(), aFailedExecution()]).message,
    / These are 3 failed runs in a row\.$/,
  );
});

test('a recovery names the run and how many succeeded', () => {
  const { finding } = evaluateJobFailed(
    { consecutiveFailures: 1, recoveryRuns: 2 },
    {
      cronJobName: 'nightly-backup',
      ended: anExecution({ jobName: 'nightly-backup-9' }),
      before: [anExecution()],
    },
  );
  assert.ok(finding.state === 'ok');
  assert.equal(finding.why, 'Job nightly-backup-9 succeeded (2 successful runs in a row).');
});
