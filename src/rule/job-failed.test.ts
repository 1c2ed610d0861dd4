import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from './finding.ts';
import { evaluateJobFailed, type FailureSpec, type RunOutcome } from './job-failed.ts';

const OUTCOMES: Readonly<Record<string, RunOutcome>> = {
  F: { outcome: 'failed', reason: 'BackoffLimitExceeded' },
  D: { outcome: 'failed', reason: 'Deleted' },
  R: { outcome: 'failed', reason: 'Replaced' },
  S: { outcome: 'success', reason: null },
};

interface Case {
  readonly name: string;
  readonly spec?: Partial<FailureSpec>;
  /** F failed, D deleted, R replaced, S success; newest first. */
  readonly runs: string;
  readonly state: Finding['state'];
  readonly count: number;
}

const CASES: readonly Case[] = [
  { name: 'no run yet says nothing', runs: '', state: 'unchanged', count: 0 },
  { name: 'one failure is enough by default', runs: 'FSS', state: 'firing', count: 1 },
  {
    name: 'fewer failures in a row than asked for say nothing',
    spec: { consecutiveFailures: 3 },
    runs: 'FFSF',
    state: 'unchanged',
    count: 2,
  },
  {
    name: 'as many failures in a row as asked for fire',
    spec: { consecutiveFailures: 3 },
    runs: 'FFFS',
    state: 'firing',
    count: 3,
  },
  {
    name: 'fewer runs than asked for cannot fire',
    spec: { consecutiveFailures: 3 },
    runs: 'FF',
    state: 'unchanged',
    count: 2,
  },
  { name: 'one success ends it by default', runs: 'SFFF', state: 'ok', count: 1 },
  {
    name: 'fewer successes in a row than asked for end nothing',
    spec: { recoveryRuns: 2 },
    runs: 'SFS',
    state: 'unchanged',
    count: 1,
  },
  {
    name: 'as many successes in a row as asked for end it',
    spec: { recoveryRuns: 2 },
    runs: 'SSF',
    state: 'ok',
    count: 2,
  },
  { name: 'a deleted run is a failure', runs: 'DS', state: 'firing', count: 1 },
  { name: 'a replaced run alone is neither', runs: 'R', state: 'unchanged', count: 0 },
  {
    name: 'a replaced run does not break a row of failures',
    spec: { consecutiveFailures: 2 },
    runs: 'FRF',
    state: 'firing',
    count: 2,
  },
  { name: 'a replaced run does not undo a success', runs: 'RSF', state: 'ok', count: 1 },
];
for (const { name, spec = {}, runs, state, count } of CASES) {
  test(name, () => {
    const finding = evaluateJobFailed(
      { consecutiveFailures: 1, recoveryRuns: 1, ...spec },
      runs.split('').map((letter) => OUTCOMES[letter]!),
    );
    assert.equal(finding.state, state);
    assert.equal(finding.runs, count);
    assert.notEqual(finding.summary, '');
  });
}
