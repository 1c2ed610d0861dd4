import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attemptCount } from './attempt-count.ts';
import { CUT_OFF } from './deciding-attempt.ts';
import type { Execution } from './execution.ts';
import { tellingReason } from './telling-reason.ts';
import { aFailedExecution, anAttempt, anExecution } from './testing.ts';
import { wordRun } from './word-run.ts';

const success = anAttempt({ outcome: 'success', exitCode: 0, reason: 'Completed' });
const failure = anAttempt();
const cutOff = anAttempt({ exitCode: 143, reason: CUT_OFF });

const CASES: readonly { readonly name: string; readonly run: Execution; readonly words: string }[] = [
  { name: 'a plain success', run: anExecution({ attempts: [success] }), words: 'succeeded' },
  { name: 'a success of which no Pod was seen', run: anExecution(), words: 'succeeded' },
  {
    name: 'a success after two failures',
    run: anExecution({ attempts: [failure, failure, success] }),
    words: 'succeeded on attempt 3',
  },
  {
    name: 'a success of three Pods that share the work',
    run: anExecution({ attempts: [success, success, success] }),
    words: 'succeeded',
  },
  {
    name: 'a success of three Pods of which one was retried',
    run: anExecution({ attempts: [success, failure, success, success] }),
    words: 'succeeded on attempt 2',
  },
  {
    name: 'a success whose first Pod somebody deleted',
    run: anExecution({ attempts: [cutOff, success] }),
    words: 'succeeded',
  },
  {
    name: 'a failure is told by the attempt that says more than the Job',
    run: aFailedExecution({ attempts: [failure, anAttempt({ reason: 'OOMKilled' })] }),
    words: 'failed after 2 attempts: OOMKilled',
  },
  {
    name: 'an exit code alone says no more than the Job',
    run: aFailedExecution({ attempts: [failure] }),
    words: 'failed: BackoffLimitExceeded',
  },
  {
    name: 'an attempt that was cut off says no more than the deadline',
    run: aFailedExecution({ reason: 'DeadlineExceeded', attempts: [cutOff] }),
    words: 'failed: DeadlineExceeded',
  },
  {
    name: 'a deleted Job stays deleted, whatever its Pod says',
    run: aFailedExecution({ reason: 'Deleted', attempts: [anAttempt({ reason: 'OOMKilled' })] }),
    words: 'failed: Deleted',
  },
  {
    name: 'a failure without any reason',
    run: aFailedExecution({ reason: null, attempts: [] }),
    words: 'failed',
  },
];

for (const { name, run, words } of CASES) {
  test(name, () => {
    const { outcome } = run;
    const told = wordRun({ outcome, attemptCount: attemptCount(run), reason: tellingReason(run) });
    assert.equal(told, words);
  });
}
