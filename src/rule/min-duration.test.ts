import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Execution } from '../execution/execution.ts';
import { aFailedExecution, anExecution, T0 } from '../execution/testing.ts';
import { MINUTE } from '../lib/duration.ts';
import type { Finding } from './finding.ts';
import { evaluateMinDuration } from './min-duration.ts';

interface Case {
  readonly name: string;
  readonly ended: Execution | null;
  readonly state: Finding['state'];
}

const CASES: readonly Case[] = [
  { name: 'where no run ended there is nothing to say', ended: null, state: 'unchanged' },
  {
    name: 'a success that is too short fires',
    ended: anExecution({ completedAt: T0 + MINUTE - 1 }),
    state: 'firing',
  },
  {
    name: 'a success that is long enough ends it',
    ended: anExecution({ completedAt: T0 + MINUTE }),
    state: 'ok',
  },
  {
    name: 'a short failure is another matter',
    ended: aFailedExecution({ completedAt: T0 + 1 }),
    state: 'unchanged',
  },
  { name: 'a long failure ends nothing', ended: aFailedExecution(), state: 'unchanged' },
];
for (const { name, ended, state } of CASES) {
  test(name, () => {
    const { finding, nextCheckAt } = evaluateMinDuration(
      { minDurationMs: MINUTE },
      { cronJobName: 'report', ended },
    );
    assert.equal(finding.state, state);
    assert.equal(nextCheckAt, null);
  });
}

test('the message tells what the run took and what it should have taken', () => {
  const ended = anExecution({ jobName: 'report-1', jobUid: 'job-1', completedAt: T0 + 2_000 });
  const { finding } = evaluateMinDuration({ minDurationMs: MINUTE }, { cronJobName: 'report', ended });
  assert.ok(finding.state === 'firing');
  assert.equal(
    finding.message,
    'Job report-1 succeeded after 2s; a run that does its work takes 1m at least.',
  );
  assert.equal(finding.cause, 'job-1');
});
