import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_ATTEMPT_LOG, observePod } from './attempt-log.ts';
import type { Execution } from './execution.ts';
import { type FoldedRun, foldExecution, type RunFacts } from './fold-execution.ts';
import type { Pod } from './pod.ts';
import { aCondition, aContainer, aJob, anAttempt, anExit, aPod, T0 } from './testing.ts';

function facts(given: Partial<RunFacts> & { readonly pods?: readonly Pod[] } = {}): RunFacts {
  const { pods = [], ...rest } = given;
  const log = pods.reduce(observePod, EMPTY_ATTEMPT_LOG);
  return { job: aJob(), log, departed: null, concurrencyPolicy: 'Allow', newerSlotStarted: false, ...rest };
}

const UNFINISHED: readonly { readonly name: string; readonly facts: RunFacts; readonly state: string }[] = [
  { name: 'a Job without any Pod is pending', facts: facts(), state: 'pending' },
  {
    name: 'a Job whose Pod cannot start is pending',
    facts: facts({ pods: [aPod({ phase: 'Pending' })] }),
    state: 'pending',
  },
  { name: 'a Job with a running Pod is running', facts: facts({ pods: [aPod()] }), state: 'running' },
  {
    name: 'a Job between two attempts is running',
    facts: facts({ pods: [aPod({ phase: 'Failed' })] }),
    state: 'running',
  },
  {
    name: 'a failed Pod does not end a Job that may retry',
    facts: facts({ pods: [aPod({ phase: 'Failed', containers: [aContainer({ state: anExit(3, 5) })] })] }),
    state: 'running',
  },
  {
    name: 'a suspended Job is suspended',
    facts: facts({ job: aJob({ suspend: true, startedAt: null }) }),
    state: 'suspended',
  },
  {
    name: 'a Job that is decided while its Pods stop is finishing',
    facts: facts({ job: aJob({ conditions: [aCondition({ type: 'FailureTarget' })] }) }),
    state: 'finishing',
  },
  {
    name: 'a condition that is not True ends nothing',
    facts: facts({ job: aJob({ conditions: [aCondition({ type: 'Failed', status: 'False' })] }) }),
    state: 'pending',
  },
  {
    name: 'a completion time without the condition ends nothing',
    facts: facts({ job: aJob({ completedAt: T0 + 5_000 }) }),
    state: 'pending',
  },
];
for (const { name, facts, state } of UNFINISHED) {
  test(name, () => assert.deepEqual(foldExecution(facts), { kind: 'unfinished', state }));
}

const FAILED = aCondition({ type: 'Failed', reason: 'BackoffLimitExceeded', message: 'Too often' });
const COMPLETE = aCondition({ type: 'Complete', reason: 'CompletionsReached' });
const GONE = { at: T0 + 90_000, finalStateKnown: true };

const FINISHED: readonly {
  readonly name: string;
  readonly facts: RunFacts;
  readonly execution: Partial<Execution>;
}[] = [
  {
    name: 'success ends at completionTime with exit code 0, whatever attempts failed before',
    facts: facts({
      job: aJob({
        completedAt: T0 + 50_000,
        conditions: [aCondition({ type: 'SuccessCriteriaMet' }), COMPLETE],
      }),
      pods: [
        aPod({ uid: 'a', phase: 'Failed', containers: [aContainer({ state: anExit(3, 5) })] }),
        aPod({ uid: 'b', phase: 'Succeeded', containers: [aContainer({ state: anExit(0, 40) })] }),
      ],
    }),
    execution: {
      outcome: 'success',
      reason: 'CompletionsReached',
      exitCode: 0,
      completedAt: T0 + 50_000,
      startedAt: T0 + 200,
    },
  },
  {
    name: "failure ends when its condition became True, with the last failed attempt's exit code",
    facts: facts({
      job: aJob({ conditions: [aCondition({ type: 'Suspended', status: 'False' }), FAILED] }),
      pods: [
        aPod({ uid: 'a', phase: 'Failed', containers: [aContainer({ state: anExit(3, 5) })] }),
        aPod({ uid: 'b', phase: 'Failed', containers: [aContainer({ state: anExit(4, 15) })] }),
      ],
    }),
    execution: {
      outcome: 'failed',
      reason: 'BackoffLimitExceeded',
      message: 'Too often',
      exitCode: 4,
      completedAt: T0 + 60_000,
    },
  },
  {
    name: 'of a parallel Job the Pod that failed gives the exit code, not one that succeeded later',
    facts: facts({
      job: aJob({ conditions: [FAILED], parallelism: 2, completions: 2 }),
      pods: [
        aPod({ uid: 'a', phase: 'Failed', containers: [aContainer({ state: anExit(9, 5) })] }),
        aPod({ uid: 'b', phase: 'Succeeded', containers: [aContainer({ state: anExit(0, 40) })] }),
      ],
    }),
    execution: { exitCode: 9 },
  },
  {
    name: 'a Job that failed before any container ended has exit code -1',
    facts: facts({
      job: aJob({ conditions: [aCondition({ type: 'Failed', reason: 'DeadlineExceeded' })] }),
      pods: [aPod()],
    }),
    execution: { exitCode: -1, reason: 'DeadlineExceeded' },
  },
  {
    name: 'a container that stopped cleanly at the deadline does not make exit code 0',
    facts: facts({
      job: aJob({ conditions: [aCondition({ type: 'Failed', reason: 'DeadlineExceeded' })] }),
      pods: [aPod({ phase: 'Failed', containers: [aContainer({ state: anExit(0, 5) })] })],
    }),
    execution: { exitCode: -1, outcome: 'failed' },
  },
  {
    name: 'a Job that never got a start time started when it was created',
    facts: facts({ job: aJob({ startedAt: null, conditions: [FAILED] }) }),
    execution: { startedAt: T0 + 100, attempts: [] },
  },
  {
    name: 'a terminal condition without a time is dated by the last exit',
    facts: facts({
      job: aJob({ conditions: [aCondition({ type: 'Failed', lastTransitionAt: null })] }),
      pods: [aPod({ phase: 'Failed', containers: [aContainer({ state: anExit(3, 5) })] })],
    }),
    execution: { completedAt: T0 + 5_000 },
  },
  {
    name: 'a finished Job that is gone keeps its outcome',
    facts: facts({ job: aJob({ conditions: [COMPLETE], completedAt: T0 + 50_000 }), departed: GONE }),
    execution: { outcome: 'success' },
  },
  {
    name: 'a Job deleted while it ran is a failed run with reason Deleted',
    facts: facts({ job: aJob({ deletedAt: T0 + 80_000 }), departed: GONE, pods: [aPod()] }),
    execution: { outcome: 'failed', reason: 'Deleted', completedAt: T0 + 80_000, exitCode: -1 },
  },
  {
    name: 'a Job that a later slot replaced is a failed run with reason Replaced',
    facts: facts({ departed: GONE, concurrencyPolicy: 'Replace', newerSlotStarted: true }),
    execution: { outcome: 'failed', reason: 'Replaced', completedAt: T0 + 90_000 },
  },
  {
    name: 'a Job that somebody deleted under Replace, with no later slot started, is Deleted',
    facts: facts({ departed: GONE, concurrencyPolicy: 'Replace' }),
    execution: { reason: 'Deleted' },
  },
  {
    name: 'a manual Job is never replaced, only deleted',
    facts: facts({
      job: aJob({ instantiate: 'manual' }),
      departed: GONE,
      concurrencyPolicy: 'Replace',
      newerSlotStarted: true,
    }),
    execution: { reason: 'Deleted', manual: true, scheduledFor: null },
  },
  {
    name: 'a Job deleted after it was decided keeps that outcome',
    facts: facts({ job: aJob({ conditions: [aCondition({ type: 'SuccessCriteriaMet' })] }), departed: GONE }),
    execution: { outcome: 'success' },
  },
  {
    name: 'the failed indexes are named, which the condition does not do',
    facts: facts({
      job: aJob({
        failedIndexes: '1,3-5',
        conditions: [
          aCondition({ type: 'Failed', reason: 'FailedIndexes', message: 'Job has failed indexes' }),
        ],
      }),
    }),
    execution: { reason: 'FailedIndexes', message: 'Job has failed indexes (failed indexes: 1,3-5)' },
  },
  {
    name: 'a Pod that a successPolicy stopped is no attempt, one that failed before is',
    facts: facts({
      job: aJob({
        conditions: [aCondition({ type: 'SuccessCriteriaMet', reason: 'SuccessPolicy' }), COMPLETE],
      }),
      pods: [
        aPod({ uid: 'a', phase: 'Failed', containers: [aContainer({ state: anExit(3, 5) })] }),
        aPod({ uid: 'b', phase: 'Succeeded', containers: [aContainer({ state: anExit(0, 59) })] }),
        aPod({
          uid: 'c',
          phase: 'Failed',
          deletedAt: T0 + 90_000,
          deletionGraceSeconds: 30,
          containers: [aContainer({ state: anExit(143, 61) })],
        }),
      ],
    }),
    execution: {
      outcome: 'success',
      attempts: [
        anAttempt({ number: 1, podUid: 'a', finishedAt: T0 + 5_000 }),
        anAttempt({
          number: 2,
          podUid: 'b',
          outcome: 'success',
          exitCode: 0,
          reason: 'Completed',
          finishedAt: T0 + 59_000,
        }),
      ],
    },
  },
  {
    name: 'a failure has its fault and the state of every container, sidecars too',
    facts: facts({
      job: aJob({ conditions: [FAILED] }),
      pods: [
        aPod({
          phase: 'Failed',
          containers: [aContainer({ name: 'proxy', kind: 'sidecar' }), aContainer({ state: anExit(3, 5) })],
        }),
      ],
    }),
    execution: {
      fault: 'application',
      containers: [
        {
          podName: aPod().name,
          container: 'proxy',
          kind: 'sidecar',
          image: 'backup:1',
          restartCount: 0,
          state: 'running',
          reason: null,
          message: null,
          exitCode: null,
          startedAt: T0 + 1_000,
          finishedAt: null,
        },
        {
          podName: aPod().name,
          container: 'backup',
          kind: 'main',
          image: 'backup:1',
          restartCount: 0,
          state: 'terminated',
          reason: 'Error',
          message: null,
          exitCode: 3,
          startedAt: T0 + 1_000,
          finishedAt: T0 + 5_000,
        },
      ],
    },
  },
];
for (const { name, facts, execution } of FINISHED) {
  test(name, () => {
    const folded: FoldedRun = foldExecution(facts);
    assert.equal(folded.kind, 'finished');
    if (folded.kind !== 'finished') return;
    assert.partialDeepStrictEqual(folded.execution, execution);
    // A partial list would let further items pass.
    if (execution.attempts) assert.equal(folded.execution.attempts.length, execution.attempts.length);
    if (execution.containers) assert.equal(folded.execution.containers.length, execution.containers.length);
  });
}

test('a Job that went unseen before its outcome is lost, not failed', () => {
  const departed = { at: T0 + 90_000, finalStateKnown: false };
  assert.deepEqual(foldExecution(facts({ departed })), { kind: 'lost' });
});
