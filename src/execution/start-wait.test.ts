import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_ATTEMPT_LOG, observePod } from './attempt-log.ts';
import type { Job } from './job.ts';
import type { Pod } from './pod.ts';
import { startWait } from './start-wait.ts';
import { aContainer, aJob, anExit, aPod, T0 } from './testing.ts';

const MINUTE = 60_000;
const RUNS = { kind: 'running', startedAt: T0 + 15 * MINUTE } as const;
const WAITS = { kind: 'waiting', reason: 'ContainerCreating', message: null } as const;
const ENDED = anExit(0, 1_000, { startedAt: T0 + 15 * MINUTE });

interface Case {
  readonly name: string;
  readonly job?: Partial<Job>;
  readonly pods: readonly Pod[];
  readonly endedAt?: number;
  /** Minutes after T0; null while it still waits. */
  readonly until: number | null;
  readonly isCertain?: boolean;
}

const CASES: readonly Case[] = [
  {
    name: 'a run waited until its container started',
    pods: [aPod({ containers: [aContainer({ state: RUNS })] })],
    until: 15,
  },
  {
    name: 'a run that has ended since waited no longer for that',
    pods: [aPod({ phase: 'Succeeded', containers: [aContainer({ state: ENDED })] })],
    endedAt: T0 + 20 * MINUTE,
    until: 15,
  },
  {
    name: 'one whose container waits has no end of it',
    pods: [aPod({ containers: [aContainer({ state: WAITS })] })],
    until: null,
  },
  { name: 'one without any Pod has none either', pods: [], until: null },
  {
    name: 'a run that ended without any start waited to its end, as far as was seen',
    pods: [],
    endedAt: T0 + 30 * MINUTE,
    until: 30,
    isCertain: false,
  },
  {
    name: 'the first of several attempts counts',
    job: { failed: 1 },
    pods: [
      aPod({
        uid: 'pod-1',
        phase: 'Failed',
        containers: [aContainer({ state: anExit(3, 900, { startedAt: T0 + 12 * MINUTE }) })],
      }),
      aPod({ uid: 'pod-2', containers: [aContainer({ state: RUNS })] }),
    ],
    until: 12,
  },
  {
    name: 'an attempt that was not seen may have started sooner',
    job: { failed: 1 },
    pods: [aPod({ containers: [aContainer({ state: RUNS })] })],
    until: 15,
    isCertain: false,
  },
  {
    name: 'so may a container that was restarted since',
    pods: [aPod({ containers: [aContainer({ restartCount: 2, state: RUNS })] })],
    until: 15,
    isCertain: false,
  },
  {
    name: 'an init container is no start unless it failed',
    pods: [
      aPod({
        containers: [
          aContainer({ name: 'fetch', kind: 'init', state: anExit(0, 60) }),
          aContainer({ state: RUNS }),
        ],
      }),
    ],
    until: 15,
  },
];

for (const { name, job, pods, endedAt = null, until, isCertain = true } of CASES) {
  test(name, () => {
    const seen = startWait(
      aJob({ startedAt: T0, ...job }),
      pods.reduce(observePod, EMPTY_ATTEMPT_LOG),
      endedAt,
    );
    const expected = until === null ? null : { since: T0, until: T0 + until * MINUTE, isCertain };
    assert.deepEqual(seen, expected);
  });
}
