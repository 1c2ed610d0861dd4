import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Execution } from '../execution/execution.ts';
import { aFailedExecution, anExecution, T0 } from '../execution/testing.ts';
import { MINUTE } from '../lib/duration.ts';
import { UTC } from '../schedule/zone.ts';
import type { Finding } from './finding.ts';
import { evaluateMaxDuration, type RunUnderWay } from './max-duration.ts';

const MAX = 10 * MINUTE;
const NOW = T0 + 60 * MINUTE;

function running(name: string, forMs: number): RunUnderWay {
  return { jobUid: name, jobName: name, startedAt: NOW - forMs };
}

function ended(forMs: number, given: Partial<Execution> = {}): Execution {
  return anExecution({ startedAt: NOW - forMs, completedAt: NOW, ...given });
}

interface Case {
  readonly name: string;
  readonly running?: readonly RunUnderWay[];
  readonly ended?: Execution;
  readonly state: Finding['state'];
  readonly next: number | null;
}

const CASES: readonly Case[] = [
  { name: 'nothing runs, nothing is late', state: 'unchanged', next: null },
  {
    name: 'a run is looked at again once it has passed its limit',
    running: [running('a', MINUTE)],
    state: 'unchanged',
    next: NOW + MAX - MINUTE + 1,
  },
  {
    name: 'a run at its limit has kept it',
    running: [running('a', MAX)],
    state: 'unchanged',
    next: NOW + 1,
  },
  {
    name: 'a run past its limit fires while it runs',
    running: [running('a', MAX + 1)],
    state: 'firing',
    next: null,
  },
  {
    name: 'a second one that will be late is awaited beside the first that is',
    running: [running('a', MAX + 1), running('b', 0)],
    state: 'firing',
    next: NOW + MAX + 1,
  },
  { name: 'the late run itself ends nothing', ended: ended(MAX + 1), state: 'unchanged', next: null },
  { name: 'a later run within the limit ends it', ended: ended(MAX), state: 'ok', next: null },
  {
    name: 'so does one that fails in time',
    ended: aFailedExecution({ startedAt: NOW - 5, completedAt: NOW }),
    state: 'ok',
    next: null,
  },
  {
    name: 'a run that was taken away says nothing about durations',
    ended: ended(5, { outcome: 'failed', reason: 'Replaced' }),
    state: 'unchanged',
    next: null,
  },
  {
    name: 'a later run ends nothing while another is late',
    running: [running('a', MAX + 1)],
    ended: ended(5),
    state: 'firing',
    next: null,
  },
];
for (const { name, running: runs = [], ended: run = null, state, next } of CASES) {
  test(name, () => {
    const facts = { cronJobName: 'report', zone: UTC, running: runs, ended: run };
    const { finding, nextCheckAt } = evaluateMaxDuration({ maxDurationMs: MAX }, facts, NOW);
    assert.equal(finding.state, state);
    assert.equal(nextCheckAt, next);
  });
}

test('the message names the run, its start and the limit; each late run is a cause', () => {
  const facts = {
    cronJobName: 'report',
    zone: UTC,
    running: [running('report-1', 30 * MINUTE)],
    ended: null,
  };
  const { finding } = evaluateMaxDuration({ maxDurationMs: MAX }, facts, NOW);
  assert.ok(finding.state === 'firing');
  assert.equal(
    finding.message,
    'Job report-1 has been running since Mon 2026-03-02 03:30 UTC, longer than 10m, and has not ended yet.',
  );
  assert.equal(finding.cause, 'report-1');
});
