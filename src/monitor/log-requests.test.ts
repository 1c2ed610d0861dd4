import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { logRequests, type LogRequest } from './log-requests.ts';
import { EMPTY_ATTEMPT_LOG, observePod } from '../execution/attempt-log.ts';
import type { Pod } from '../execution/pod.ts';
import { aContainer, anExit, aPod } from '../execution/testing.ts';

function seen(pod: Partial<Pod>) {
  return observePod(EMPTY_ATTEMPT_LOG, aPod(pod)).pods[0]!;
}

const CASES: readonly {
  readonly name: string;
  readonly pod: Partial<Pod>;
  readonly requests: readonly LogRequest[];
}[] = [
  {
    name: 'nothing is fetched of a container that runs, waits or succeeded',
    pod: {
      containers: [
        aContainer({ name: 'a', state: { kind: 'running', startedAt: 0 } }),
        aContainer({ name: 'b', state: { kind: 'waiting', reason: null, message: null } }),
        aContainer({ name: 'c', state: anExit(0, 5) }),
      ],
    },
    requests: [],
  },
  {
    name: 'the log of a container that failed is fetched, of an init container too',
    pod: {
      phase: 'Failed',
      containers: [
        aContainer({ name: 'prepare', kind: 'init', state: anExit(2, 5) }),
        aContainer({ state: anExit(1, 5) }),
      ],
    },
    requests: [
      { container: 'prepare', restartCount: 0, previous: false, certainty: 'certain' },
      { container: 'backup', restartCount: 0, previous: false, certainty: 'certain' },
    ],
  },
  {
    name: 'a failed container of a Pod that is not failed itself may have restarted by then',
    pod: { phase: 'Running', containers: [aContainer({ state: anExit(1, 5) })] },
    requests: [{ container: 'backup', restartCount: 0, previous: false, certainty: 'likely' }],
  },
  {
    name: 'after a restart the log of the run before is fetched as the previous one',
    pod: {
      containers: [
        aContainer({
          restartCount: 3,
          state: { kind: 'running', startedAt: 0 },
          lastTerminated: anExit(137, 5),
        }),
      ],
    },
    requests: [{ container: 'backup', restartCount: 2, previous: true, certainty: 'certain' }],
  },
  {
    name: 'while it backs off, a container is asked for the run that it counts already',
    pod: {
      containers: [
        aContainer({
          restartCount: 2,
          state: { kind: 'waiting', reason: 'CrashLoopBackOff', message: null },
          lastTerminated: anExit(1, 5),
        }),
      ],
    },
    requests: [{ container: 'backup', restartCount: 2, previous: true, certainty: 'certain' }],
  },
  {
    name: 'of a container that failed twice both runs are asked for',
    pod: {
      phase: 'Failed',
      containers: [
        aContainer({
          restartCount: 1,
          state: anExit(1, 9),
          lastTerminated: anExit(1, 5),
        }),
      ],
    },
    requests: [
      { container: 'backup', restartCount: 0, previous: true, certainty: 'certain' },
      { container: 'backup', restartCount: 1, previous: false, certainty: 'certain' },
    ],
  },
  {
    name: 'the log so far is fetched of a container whose Pod is being taken away',
    pod: { deletedAt: 5, containers: [aContainer({ state: { kind: 'running', startedAt: 0 } })] },
    requests: [{ container: 'backup', restartCount: 0, previous: false, certainty: 'partial' }],
  },
  {
    name: 'a sidecar is left out',
    pod: { phase: 'Failed', containers: [aContainer({ kind: 'sidecar', state: anExit(1, 5) })] },
    requests: [],
  },
];

describe('logRequests', () => {
  for (const { name, pod, requests } of CASES) {
    it(name, () => assert.deepEqual(logRequests(seen(pod)), requests));
  }
});
