import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CapturedEvent } from '../execution/evidence.ts';
import type { Attempt, Execution } from '../execution/execution.ts';
import { aFailedExecution, anAttempt } from '../execution/testing.ts';
import { commonCause, wordCause } from './common-cause.ts';
import { anAlert } from './testing.ts';

function anEvent(message: string): CapturedEvent {
  return {
    jobUid: 'job-1',
    eventUid: 'event-1',
    type: 'Warning',
    reason: 'Failed',
    message,
    objectKind: 'Pod',
    objectName: 'pod-1',
    count: 1,
    firstAt: null,
    lastAt: null,
  };
}

function ended(given: Partial<Attempt>): Execution {
  return aFailedExecution({ attempts: [anAttempt(given)] });
}

const PULL = { reason: 'ImagePullBackOff', image: 'ghcr.io/shop/backup:3', container: null, exitCode: null };

interface Case {
  readonly name: string;
  readonly run?: Execution | null;
  readonly events?: readonly string[];
  readonly message?: string;
  readonly cause: string | null;
}

const CASES: readonly Case[] = [
  { name: "a program's own exit code is nobody else's", run: aFailedExecution(), cause: null },
  { name: 'an alert without a run behind it has a cause of its own', run: null, cause: null },
  {
    name: 'an eviction is its node',
    run: ended({ reason: 'Evicted', nodeName: 'worker-3' }),
    cause: 'node/worker-3',
  },
  {
    name: 'a node that is lost is that node',
    run: ended({ reason: 'NodeLost', nodeName: 'worker-3' }),
    cause: 'node/worker-3',
  },
  {
    name: 'an eviction from an unknown node tells of none',
    run: ended({ reason: 'Evicted', nodeName: null }),
    cause: null,
  },
  { name: 'out of memory is the container, not the node', run: ended({ reason: 'OOMKilled' }), cause: null },
  {
    name: 'an image that does not exist is that image',
    run: ended(PULL),
    events: ['Failed to pull image "ghcr.io/shop/backup:3": manifest unknown'],
    cause: 'image/ghcr.io/shop/backup:3',
  },
  {
    name: 'a registry that does not answer is that registry',
    run: ended(PULL),
    events: ['Failed to pull image: dial tcp 10.0.0.1:443: i/o timeout'],
    cause: 'registry/ghcr.io',
  },
  {
    name: 'a registry that fails is that registry',
    run: ended({ ...PULL, message: 'unexpected status from HEAD request: 503 Service Unavailable' }),
    cause: 'registry/ghcr.io',
  },
  {
    name: 'an image without a host is from Docker Hub',
    run: ended({ ...PULL, image: 'library/busybox:1', message: 'toomanyrequests: rate limit exceeded' }),
    cause: 'registry/docker.io',
  },
  {
    name: 'a registry may have a port',
    run: ended({ ...PULL, image: 'registry:5000/backup', message: 'connection refused' }),
    cause: 'registry/registry:5000',
  },
  {
    name: 'a quota that is used up is that quota of its namespace, whoever says so',
    run: null,
    message: 'Pods cannot be created: pods "a" is forbidden: exceeded quota: compute, requested: cpu=1',
    cause: 'quota/payments/compute',
  },
  {
    name: 'a program that says "connection refused" has no registry in trouble',
    run: aFailedExecution({ attempts: [anAttempt({ message: 'connection refused' })] }),
    cause: null,
  },
];
for (const { name, run = null, events = [], message = 'It failed.', cause } of CASES) {
  test(name, () => {
    const facts = { alert: anAlert({ message }), run, events: events.map(anEvent) };
    assert.equal(commonCause(facts), cause);
  });
}

test('every kind of cause has its words', () => {
  assert.deepEqual(
    ['node/w-3', 'registry/ghcr.io', 'image/ghcr.io/a:1', 'quota/shop/compute'].map(wordCause),
    [
      'Node w-3 lost its Pods',
      'Registry ghcr.io gives no images',
      'Image ghcr.io/a:1 cannot be pulled',
      'Quota shop/compute is used up',
    ],
  );
});
