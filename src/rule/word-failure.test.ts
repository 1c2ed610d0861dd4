import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Execution } from '../execution/execution.ts';
import { aFailedExecution } from '../execution/testing.ts';
import { wordFailure } from './word-failure.ts';

const WORDS: readonly {
  readonly name: string;
  readonly run: Partial<Execution>;
  readonly title: string;
  readonly message: RegExp;
}[] = [
  {
    name: 'an exit code is told with its reason, the attempts and what Kubernetes reports',
    run: {},
    title: 'nightly-backup failed: exit code 3 (Error)',
    message:
      /^Job nightly-backup-29540220 failed: exit code 3 \(Error\) after 3 attempts\. Kubernetes reports BackoffLimitExceeded: Job has reached the specified backoff limit\.$/,
  },
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
    const words = wordFailure('nightly-backup', aFailedExecution(run), 1);
    assert.equal(words.title, title);
    assert.match(words.message, message);
  });
}
