import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CUT_OFF } from './deciding-attempt.ts';
import type { Attempt, Fault, Outcome } from './execution.ts';
import { faultOf } from './fault.ts';
import { anAttempt } from './testing.ts';

interface Case {
  readonly name: string;
  readonly fault: Fault | null;
  readonly outcome?: Outcome;
  /** BackoffLimitExceeded unless given. */
  readonly reason?: string;
  readonly attempts?: readonly Attempt[];
  readonly podsCounted?: boolean;
}

/** An attempt of a Pod that ended without any exit of a container. */
function withoutExit(reason: string | null): Attempt {
  return anAttempt({ reason, container: null, image: null, exitCode: null });
}

const CASES: readonly Case[] = [
  { name: 'an exit code is the application', attempts: [anAttempt()], fault: 'application' },
  {
    name: 'more memory than its own limit is the application',
    attempts: [anAttempt({ exitCode: 137, reason: 'OOMKilled' })],
    fault: 'application',
  },
  ...['StartError', 'ContainerCannotRun'].map((reason) => ({
    name: `a command that cannot be run (${reason}) is the application`,
    attempts: [anAttempt({ exitCode: 127, reason })],
    fault: 'application' as const,
  })),
  ...[
    'ImagePullBackOff',
    'InvalidImageName',
    'CreateContainerConfigError',
    'Unschedulable',
    'ContainerCreating',
  ].map((reason) => ({
    name: `a Pod that never started (${reason}) is the platform`,
    attempts: [withoutExit(reason)],
    fault: 'platform' as const,
  })),
  ...['Evicted', 'NodeLost', 'PreemptionByScheduler', 'DeletionByTaintManager', 'ContainerStatusUnknown'].map(
    (reason) => ({
      name: `a Pod that the cluster took away (${reason}) is the platform, whatever its exit code`,
      attempts: [anAttempt({ exitCode: 137, reason })],
      fault: 'platform' as const,
    }),
  ),
  {
    name: 'the attempt that decided counts, not one that was retried',
    attempts: [anAttempt({ reason: 'Evicted' }), anAttempt({ number: 2 })],
    fault: 'application',
  },
  {
    name: 'a run cut off at its deadline was too slow, which is the application',
    reason: 'DeadlineExceeded',
    attempts: [anAttempt({ exitCode: 143, reason: CUT_OFF })],
    fault: 'application',
  },
  {
    name: 'so was one whose exit nobody saw',
    reason: 'DeadlineExceeded',
    attempts: [withoutExit(null)],
    fault: 'application',
  },
  {
    name: 'a deadline that passed while the image could not be pulled is the platform',
    reason: 'DeadlineExceeded',
    attempts: [withoutExit('ErrImagePull')],
    fault: 'platform',
  },
  {
    name: 'a deadline that passed without any Pod (quota, admission) is the platform',
    reason: 'DeadlineExceeded',
    fault: 'platform',
  },
  {
    name: 'a deadline with Pods that nobody saw is not decided',
    reason: 'DeadlineExceeded',
    podsCounted: true,
    fault: null,
  },
  { name: 'a failure without any attempt seen is not decided', fault: null },
  {
    name: 'Pods that somebody deleted decide nothing',
    attempts: [anAttempt({ exitCode: 143, reason: CUT_OFF })],
    fault: null,
  },
  ...['Deleted', 'Replaced'].map((reason) => ({
    name: `a run with reason ${reason} is nobody's fault`,
    reason,
    attempts: [anAttempt()],
    fault: null,
  })),
  {
    name: "a success is nobody's fault, whatever was retried",
    outcome: 'success',
    attempts: [anAttempt()],
    fault: null,
  },
];

for (const { name, fault, outcome = 'failed', reason, attempts = [], podsCounted = false } of CASES) {
  test(name, () => {
    const run = { outcome, reason: reason ?? 'BackoffLimitExceeded', attempts };
    assert.equal(faultOf(run, podsCounted), fault);
  });
}
