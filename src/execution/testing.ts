// Builders for tests: an ordinary object, and what a test cares about in its place.
import type { CronJob } from './cron-job.ts';
import type { Attempt, Execution } from './execution.ts';
import type { Job, JobCondition } from './job.ts';
import type { Container, Pod, Terminated } from './pod.ts';

/** The instant at which the built objects begin: 2026-03-02T03:00:00Z, a Monday. */
export const T0 = Date.UTC(2026, 2, 2, 3);

/** A CronJob due at 03:00 every night. */
export function aCronJob(given: Partial<CronJob> = {}): CronJob {
  return {
    uid: 'cron-job-1',
    namespace: 'payments',
    name: 'nightly-backup',
    generation: 1,
    labels: {},
    schedule: '0 3 * * *',
    timeZone: null,
    suspend: false,
    concurrencyPolicy: 'Allow',
    startingDeadlineSeconds: null,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
    ttlSecondsAfterFinished: null,
    createdAt: T0 - 86_400_000,
    lastScheduledFor: null,
    lastSuccessfulAt: null,
    ...given,
  };
}

/** The Job that `aCronJob` started for the slot T0, just begun. */
export function aJob(given: Partial<Job> = {}): Job {
  return {
    uid: 'job-1',
    namespace: 'payments',
    name: `nightly-backup-${T0 / 60_000}`,
    owner: { uid: 'cron-job-1', name: 'nightly-backup', controller: true },
    instantiate: null,
    scheduledTimestamp: T0,
    createdAt: T0 + 100,
    deletedAt: null,
    startedAt: T0 + 200,
    completedAt: null,
    conditions: [],
    suspend: false,
    managedBy: null,
    completions: 1,
    parallelism: 1,
    active: 1,
    ready: 0,
    failed: 0,
    failedIndexes: null,
    ...given,
  };
}

/** A condition that became True a minute after T0. */
export function aCondition(given: Partial<JobCondition> & Pick<JobCondition, 'type'>): JobCondition {
  return { status: 'True', reason: null, message: null, lastTransitionAt: T0 + 60_000, ...given };
}

/** A Pod of `aJob` whose one container runs. */
export function aPod(given: Partial<Pod> = {}): Pod {
  return {
    uid: 'pod-1',
    namespace: 'payments',
    name: 'nightly-backup-29540220-abcde',
    jobUid: 'job-1',
    jobName: 'nightly-backup-29540220',
    completionIndex: null,
    phase: 'Running',
    reason: null,
    message: null,
    nodeName: 'node-a',
    unscheduled: null,
    disruption: null,
    createdAt: T0 + 300,
    startedAt: T0 + 300,
    deletedAt: null,
    deletionGraceSeconds: null,
    containers: [aContainer()],
    ...given,
  };
}

/** A main container that runs for the first time. */
export function aContainer(given: Partial<Container> = {}): Container {
  return {
    name: 'backup',
    kind: 'main',
    image: 'backup:1',
    restartCount: 0,
    state: { kind: 'running', startedAt: T0 + 1_000 },
    lastTerminated: null,
    ...given,
  };
}

/** An end with this exit code, `atSecond` seconds after T0. */
export function anExit(exitCode: number, atSecond: number, given: Partial<Terminated> = {}): Terminated {
  return {
    kind: 'terminated',
    exitCode,
    signal: null,
    reason: exitCode === 0 ? 'Completed' : 'Error',
    message: null,
    startedAt: T0 + 1_000,
    finishedAt: T0 + atSecond * 1_000,
    ...given,
  };
}

/** A failed attempt: exit code 3. */
export function anAttempt(given: Partial<Attempt> = {}): Attempt {
  return {
    number: 1,
    outcome: 'failed',
    podUid: 'pod-1',
    podName: 'nightly-backup-29540220-abcde',
    nodeName: 'node-a',
    completionIndex: null,
    container: 'backup',
    image: 'backup:1',
    exitCode: 3,
    signal: null,
    reason: 'Error',
    message: null,
    startedAt: T0 + 1_000,
    finishedAt: T0 + 5_000,
    ...given,
  };
}

/** A run that succeeded in a minute. */
export function anExecution(given: Partial<Execution> = {}): Execution {
  return {
    jobUid: 'job-1',
    jobName: 'nightly-backup-29540220',
    outcome: 'success',
    reason: 'CompletionsReached',
    message: null,
    manual: false,
    scheduledFor: T0,
    startedAt: T0,
    completedAt: T0 + 60_000,
    exitCode: 0,
    attempts: [],
    fault: null,
    containers: [],
    ...given,
  };
}

/** A run that failed with exit code 3 after its retries. */
export function aFailedExecution(given: Partial<Execution> = {}): Execution {
  return anExecution({
    outcome: 'failed',
    reason: 'BackoffLimitExceeded',
    message: 'Job has reached the specified backoff limit',
    exitCode: 3,
    fault: 'application',
    attempts: [anAttempt({ number: 1 }), anAttempt({ number: 2 }), anAttempt({ number: 3 })],
    ...given,
  });
}
