import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CapturedEvent } from '../execution/evidence.ts';
import type { Attempt, Execution } from '../execution/execution.ts';
import { aFailedExecution, anAttempt } from '../execution/testing.ts';
import { commonCause, wordCause } from './common-cause.ts';
import { anAlert } from './testing.ts';
import type { Alert } from './alert.ts';

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

/** Two hours, and an instant in them. */
const OUTAGE = { from: Date.UTC(2026, 10, 21, 2), to: Date.UTC(2026, 10, 21, 4) };
const AMID = OUTAGE.from + 1;
const BY_OUTAGE = 'api/2026-11-21T02:00:00Z/2026-11-21T04:00:00Z';

interface Case {
  readonly name: string;
  readonly alert?: Partial<Alert>;
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
  {
    name: 'a run that cannot start for its image waits for that image',
    alert: { reason: 'StuckBeforeStart' },
    message: 'no running Pod: ImagePullBackOff: Back-off pulling image "ghcr.io/shop/backup:3".',
    cause: 'image/ghcr.io/shop/backup:3',
  },
  {
    name: 'a run that cannot start for its registry waits for that registry',
    alert: { reason: 'StuckBeforeStart' },
    message: 'ErrImagePull: failed to pull and unpack image "ghcr.io/shop/backup:3": dial tcp: i/o timeout.',
    cause: 'registry/ghcr.io',
  },
  {
    name: 'a run that cannot be scheduled waits for no image',
    alert: { reason: 'StuckBeforeStart' },
    message: 'Unschedulable: 0/3 nodes are available.',
    cause: null,
  },
  {
    name: 'a slot that was due while the API server was out of reach was missed for it',
    alert: { reason: 'MissedSchedule', cause: String(AMID), updatedAt: OUTAGE.to + 1 },
    cause: BY_OUTAGE,
  },
  {
    name: 'a slot that was due before is missed for its own reasons, though it was found meanwhile',
    alert: { reason: 'MissedSchedule', cause: String(OUTAGE.from - 1), updatedAt: AMID },
    cause: null,
  },
  {
    name: 'a slot that is due when it is in reach again likewise',
    alert: { reason: 'MissedSchedule', cause: String(OUTAGE.to), updatedAt: OUTAGE.to },
    cause: null,
  },
  {
    name: 'a deadline that passed meanwhile passed for it',
    alert: { reason: 'NoRecentSuccess', updatedAt: AMID },
    cause: BY_OUTAGE,
  },
  {
    name: 'a run that could not start meanwhile and says why waits for that',
    alert: { reason: 'StuckBeforeStart', updatedAt: AMID },
    message: 'exceeded quota: compute',
    cause: 'quota/payments/compute',
  },
  {
    name: 'a program that failed meanwhile failed by itself',
    alert: { reason: 'JobFailed', updatedAt: AMID },
    run: aFailedExecution(),
    cause: null,
  },
];
for (const { name, alert, run = null, events = [], message = 'It failed.', cause } of CASES) {
  test(name, () => {
    const facts = { alert: anAlert({ ...alert, message }), run, events: events.map(anEvent) };
    assert.equal(commonCause({ ...facts, outages: [OUTAGE] }), cause);
  });
}

test('every kind of cause has its words', () => {
  assert.deepEqual(
    ['node/w-3', 'registry/ghcr.io', 'image/ghcr.io/a:1', 'quota/shop/compute', BY_OUTAGE].map(wordCause),
    [
      'Node w-3 lost its Pods',
      'Registry ghcr.io gives no images',
      'Image ghcr.io/a:1 cannot be pulled',
      'Quota shop/compute is used up',
      'The API server was out of reach from 2026-11-21T02:00:00Z to 2026-11-21T04:00:00Z',
    ],
  );
});
