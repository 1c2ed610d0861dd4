import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attempt, Execution } from '../execution/execution.ts';
import { aFailedExecution, anAttempt, anExecution } from '../execution/testing.ts';
import { suggestFix } from './suggested-fix.ts';

interface Case {
  readonly name: string;
  readonly attempt?: Partial<Attempt>;
  readonly run?: Partial<Execution>;
  readonly text: RegExp;
}

const CASES: readonly Case[] = [
  {
    name: 'out of memory comes before its exit code',
    attempt: { reason: 'OOMKilled', exitCode: 137 },
    run: { exitCode: 137 },
    text: /container backup needed more memory than its limit.*kubectl -n payments get cronjob nightly-backup/,
  },
  {
    name: 'exit code 137 without a reason',
    attempt: { exitCode: 137 },
    run: { exitCode: 137 },
    text: /SIGKILL.*kubectl -n payments describe pod nightly-backup-29540220-abcde/,
  },
  { name: 'exit code 143', run: { exitCode: 143 }, text: /SIGTERM.*kubectl -n payments get events/ },
  { name: 'exit code 126', run: { exitCode: 126 }, text: /cannot be executed.*command/ },
  { name: 'exit code 127', run: { exitCode: 127 }, text: /was not found.*command/ },
  {
    name: 'an image that cannot be pulled comes before the deadline that ended the wait',
    attempt: { reason: 'ImagePullBackOff', exitCode: null, container: null },
    run: { exitCode: -1, reason: 'DeadlineExceeded' },
    text: /image could not be pulled.*describe pod/,
  },
  {
    name: 'a missing ConfigMap or Secret',
    attempt: { reason: 'CreateContainerConfigError' },
    run: { exitCode: -1 },
    text: /ConfigMap or Secret/,
  },
  { name: 'an eviction', attempt: { reason: 'Evicted' }, run: { exitCode: 137 }, text: /evicted the Pod/ },
  { name: 'a deadline', run: { reason: 'DeadlineExceeded', exitCode: -1 }, text: /activeDeadlineSeconds/ },
  {
    name: 'a deletion',
    run: { reason: 'Deleted', exitCode: -1 },
    text: /create job nightly-backup-retry --from=cronjob\/nightly-backup/,
  },
  {
    name: 'retries used up, by any exit code',
    text: /kubectl -n payments logs job\/nightly-backup-29540220 /,
  },
];
for (const { name, attempt = {}, run = {}, text } of CASES) {
  test(`${name}: says what to do and a command to begin with`, () => {
    const execution = aFailedExecution({ attempts: [anAttempt(attempt)], ...run });
    const fix = suggestFix({ namespace: 'payments', cronJobName: 'nightly-backup', execution });
    assert.match(fix ?? '', text);
    assert.match(fix ?? '', /kubectl -n payments /);
  });
}

const NONE: readonly { readonly name: string; readonly execution: Execution }[] = [
  { name: 'a success needs no fix', execution: anExecution() },
  { name: 'a replaced run needs no fix', execution: aFailedExecution({ reason: 'Replaced', exitCode: 143 }) },
  {
    name: 'a cause that is not known gets no guess',
    execution: aFailedExecution({ reason: 'PodFailurePolicy', exitCode: 3 }),
  },
];
for (const { name, execution } of NONE) {
  test(name, () => assert.equal(suggestFix({ namespace: 'payments', cronJobName: 'x', execution }), null));
}

test('without any Pod the commands name the Job instead', () => {
  const execution = aFailedExecution({ attempts: [], exitCode: 137 });
  const fix = suggestFix({ namespace: 'payments', cronJobName: 'nightly-backup', execution });
  assert.match(fix ?? '', /get events --field-selector involvedObject.name=nightly-backup-29540220/);
});
