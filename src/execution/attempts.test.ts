import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_ATTEMPT_LOG, observePod } from './attempt-log.ts';
import { attemptsOf, type JobStanding } from './attempts.ts';
import type { Pod } from './pod.ts';
import { aContainer, anExit, aPod, T0 } from './testing.ts';

const CRASH_LOOP = { kind: 'waiting', reason: 'CrashLoopBackOff', message: null } as const;
const CREATING = { kind: 'waiting', reason: 'ContainerCreating', message: null } as const;

function failedPod(uid: string, exitCode: number, atSecond: number): Pod {
  return aPod({ uid, phase: 'Failed', containers: [aContainer({ state: anExit(exitCode, atSecond) })] });
}

/** Asked to go at second 10, with 30 seconds of grace. */
function deletedPod(exitCode: number, atSecond: number): Pod {
  return { ...failedPod('a', exitCode, atSecond), deletedAt: T0 + 40_000, deletionGraceSeconds: 30 };
}

/** Its one container waits, for this reason. */
function pendingPod(reason: string | null, given: Partial<Pod> = {}): Pod {
  const state = { kind: 'waiting', reason, message: null } as const;
  return aPod({ phase: 'Pending', startedAt: null, containers: [aContainer({ state })], ...given });
}

interface Case {
  readonly name: string;
  /** Snapshots in the order in which the watch told them. */
  readonly pods: readonly Pod[];
  readonly standing?: JobStanding;
  /** `container exitCode reason`, an attempt each; the standing is failed unless stated. */
  readonly attempts: readonly string[];
}

const CASES: readonly Case[] = [
  {
    name: 'under Never each Pod is an attempt, in the order in which they ended',
    pods: [failedPod('b', 4, 20), failedPod('a', 3, 10)],
    attempts: ['backup 3 Error', 'backup 4 Error'],
  },
  {
    name: 'a snapshot that is told again adds nothing',
    pods: [failedPod('a', 3, 10), failedPod('a', 3, 10)],
    attempts: ['backup 3 Error'],
  },
  {
    name: 'under OnFailure each restart is an attempt, and the last success is one',
    pods: [
      aPod(),
      aPod({ containers: [aContainer({ restartCount: 1, lastTerminated: anExit(3, 10) })] }),
      aPod({ containers: [aContainer({ restartCount: 2, lastTerminated: anExit(4, 20) })] }),
      aPod({
        phase: 'Succeeded',
        containers: [aContainer({ restartCount: 2, state: anExit(0, 30), lastTerminated: anExit(4, 20) })],
      }),
    ],
    standing: 'succeeded',
    attempts: ['backup 3 Error', 'backup 4 Error', 'backup 0 Completed'],
  },
  {
    name: 'an exit is counted once through ended, backing off and running again',
    pods: [
      aPod({ containers: [aContainer({ state: anExit(3, 10) })] }),
      aPod({ containers: [aContainer({ state: CRASH_LOOP, lastTerminated: anExit(3, 10) })] }),
      aPod({ containers: [aContainer({ restartCount: 1, lastTerminated: anExit(3, 10) })] }),
      aPod({
        containers: [aContainer({ restartCount: 1, state: anExit(4, 20), lastTerminated: anExit(3, 10) })],
      }),
      aPod({
        containers: [aContainer({ restartCount: 1, state: CRASH_LOOP, lastTerminated: anExit(4, 20) })],
      }),
    ],
    attempts: ['backup 3 Error', 'backup 4 Error'],
  },
  {
    name: 'an exit between two runs belongs to the run before',
    pods: [
      aPod({ containers: [aContainer({ restartCount: 1, state: CREATING, lastTerminated: anExit(3, 10) })] }),
      aPod({
        containers: [
          aContainer({
            restartCount: 1,
            state: { kind: 'running', startedAt: T0 + 12_000 },
            lastTerminated: anExit(3, 10),
          }),
        ],
      }),
    ],
    attempts: ['backup 3 Error', 'null null null'],
  },
  {
    name: 'an exit first seen while backing off is counted once when the container runs again',
    pods: [
      aPod({
        containers: [aContainer({ restartCount: 2, state: CRASH_LOOP, lastTerminated: anExit(3, 10) })],
      }),
      aPod({
        phase: 'Failed',
        containers: [aContainer({ restartCount: 3, state: anExit(4, 20), lastTerminated: anExit(3, 10) })],
      }),
    ],
    attempts: ['backup 3 Error', 'backup 4 Error'],
  },
  {
    name: 'two equal exits within one second are two attempts',
    pods: [
      aPod({ containers: [aContainer({ state: anExit(3, 1) })] }),
      aPod({
        containers: [aContainer({ restartCount: 1, state: anExit(3, 1), lastTerminated: anExit(3, 1) })],
      }),
    ],
    attempts: ['backup 3 Error', 'backup 3 Error'],
  },
  {
    name: 'what the kubelet forgot later does not replace what it told',
    pods: [
      aPod({ containers: [aContainer({ state: anExit(3, 10) })] }),
      aPod({
        phase: 'Failed',
        containers: [aContainer({ state: anExit(137, 10, { reason: 'ContainerStatusUnknown' }) })],
      }),
    ],
    attempts: ['backup 3 Error'],
  },
  {
    name: 'the failed init container decides',
    pods: [
      aPod({
        phase: 'Failed',
        containers: [
          aContainer({ name: 'fetch', kind: 'init', state: anExit(1, 5) }),
          aContainer({ state: { kind: 'waiting', reason: 'PodInitializing', message: null } }),
        ],
      }),
    ],
    attempts: ['fetch 1 Error'],
  },
  {
    name: 'of several main containers the one that failed first decides, not one that it took along',
    pods: [
      aPod({
        phase: 'Failed',
        containers: [
          aContainer({ name: 'late', state: anExit(143, 20) }),
          aContainer({ name: 'first', state: anExit(2, 10) }),
          aContainer({ name: 'fine', state: anExit(0, 30) }),
        ],
      }),
    ],
    attempts: ['first 2 Error'],
  },
  {
    name: 'a sidecar never decides',
    pods: [
      aPod({
        phase: 'Failed',
        containers: [
          aContainer({
            name: 'proxy',
            kind: 'sidecar',
            restartCount: 2,
            state: anExit(1, 4),
            lastTerminated: anExit(1, 2),
          }),
          aContainer({ state: anExit(7, 10) }),
        ],
      }),
    ],
    attempts: ['backup 7 Error'],
  },
  {
    name: 'a Pod evicted before any container ended is an attempt without exit code',
    pods: [aPod({ phase: 'Failed', reason: 'Evicted', message: 'The node was low on memory' })],
    attempts: ['null null Evicted'],
  },
  {
    name: "the Pod's own reason tells why its container was killed",
    pods: [
      aPod({
        phase: 'Failed',
        reason: 'DeadlineExceeded',
        containers: [aContainer({ state: anExit(137, 10) })],
      }),
    ],
    attempts: ['backup 137 DeadlineExceeded'],
  },
  {
    name: 'a Pod that never started is an attempt of a failed Job, with what kept it',
    pods: [
      aPod({
        phase: 'Pending',
        startedAt: null,
        containers: [
          aContainer({ state: { kind: 'waiting', reason: 'ImagePullBackOff', message: 'Back-off' } }),
        ],
      }),
    ],
    attempts: ['null null ImagePullBackOff'],
  },
  {
    name: 'a Pod that still runs is no attempt while its Job is unfinished',
    pods: [aPod()],
    standing: 'unfinished',
    attempts: [],
  },
  {
    name: 'a Pod left over by a Job that succeeded is no attempt',
    pods: [aPod()],
    standing: 'succeeded',
    attempts: [],
  },
  {
    name: 'an exit seen just before the Pod was deleted is the attempt, though the phase never became Failed',
    pods: [aPod({ deletedAt: T0 + 11_000, containers: [aContainer({ state: anExit(3, 10) })] })],
    attempts: ['backup 3 Error'],
  },
  {
    name: "a container that its Pod's deletion killed was cut off, and did not fail by itself",
    pods: [deletedPod(143, 10)],
    attempts: ['backup 143 Deleted'],
  },
  {
    name: 'a container killed before the deletion was asked for failed by itself',
    pods: [deletedPod(137, 9)],
    attempts: ['backup 137 Error'],
  },
  {
    name: 'a container that ended with a code of its own while its Pod was being deleted failed by itself',
    pods: [deletedPod(3, 12)],
    attempts: ['backup 3 Error'],
  },
  {
    name: 'a Pod that was preempted is told by the disruption, not by the kill',
    pods: [
      { ...deletedPod(143, 12), disruption: { reason: 'PreemptionByScheduler', message: 'preempting' } },
    ],
    attempts: ['backup 143 PreemptionByScheduler'],
  },
  {
    name: 'a container that failed by itself before the disruption keeps its reason',
    pods: [{ ...deletedPod(3, 12), disruption: { reason: 'EvictionByEvictionAPI', message: 'drain' } }],
    attempts: ['backup 3 Error'],
  },
  {
    name: 'a Pod that found no node is told in the words of the scheduler',
    pods: [pendingPod(null, { unscheduled: { reason: 'Unschedulable', message: '0/3 nodes' } })],
    attempts: ['null null Unschedulable'],
  },
  {
    name: 'a Pod whose containers were still being made says so',
    pods: [pendingPod('ContainerCreating')],
    attempts: ['null null ContainerCreating'],
  },
  {
    name: 'what kept a Pod from starting says more than the deadline that ended it',
    pods: [pendingPod('ErrImagePull', { phase: 'Failed', reason: 'DeadlineExceeded', message: 'too late' })],
    attempts: ['null null ErrImagePull'],
  },
  {
    name: 'a Pod that ran when it was deleted, its exit unseen, was cut off',
    pods: [aPod({ deletedAt: T0 + 9_000 })],
    attempts: ['null null Deleted'],
  },
];

for (const { name, pods, standing = 'failed', attempts } of CASES) {
  test(name, () => {
    const log = pods.reduce(observePod, EMPTY_ATTEMPT_LOG);
    const found = attemptsOf(log, standing);
    assert.deepEqual(
      found.map((attempt) => `${attempt.container} ${attempt.exitCode} ${attempt.reason}`),
      attempts,
    );
    assert.deepEqual(
      found.map(({ number }) => number),
      attempts.map((_, index) => index + 1),
    );
  });
}

test('the signal is that of the runtime, else the one in the exit code', () => {
  const signals = [
    [anExit(137, 1), 9],
    [anExit(143, 1), 15],
    [anExit(0, 1, { signal: 2 }), 2],
    [anExit(3, 1), null],
    [anExit(128, 1), null],
    [anExit(255, 1), null],
  ] as const;
  for (const [state, signal] of signals) {
    const pod = aPod({ phase: 'Failed', containers: [aContainer({ state })] });
    assert.equal(attemptsOf(observePod(EMPTY_ATTEMPT_LOG, pod), 'failed')[0]?.signal, signal);
  }
});

test('a termination message is told without the secrets in it', () => {
  const state = anExit(1, 1, { message: 'cannot log in with password=hunter2' });
  const pod = aPod({ phase: 'Failed', completionIndex: 4, containers: [aContainer({ state })] });
  const [attempt] = attemptsOf(observePod(EMPTY_ATTEMPT_LOG, pod), 'failed');
  assert.equal(attempt?.message, 'cannot log in with password=[redacted]');
  assert.equal(attempt?.completionIndex, 4);
});

test('every prefix of a history gives a prefix of its attempts', () => {
  const history = [1, 2, 3, 4].flatMap((n) => [
    aPod({ containers: [aContainer({ restartCount: n - 1, state: anExit(n, n * 10), ...last(n) })] }),
    aPod({ containers: [aContainer({ restartCount: n, lastTerminated: anExit(n, n * 10) })] }),
  ]);
  let log = EMPTY_ATTEMPT_LOG;
  let before: readonly (number | null)[] = [];
  for (const pod of history) {
    log = observePod(observePod(log, pod), pod);
    const now = attemptsOf(log, 'unfinished').map(({ exitCode }) => exitCode);
    assert.deepEqual(now.slice(0, before.length), before);
    before = now;
  }
  assert.deepEqual(before, [1, 2, 3, 4]);
});

function last(n: number): { lastTerminated?: ReturnType<typeof anExit> } {
  return n === 1 ? {} : { lastTerminated: anExit(n - 1, (n - 1) * 10) };
}
