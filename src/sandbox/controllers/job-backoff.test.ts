import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../cluster-types.ts';
import { toKubernetesTime } from '../../lib/timestamp.ts';
import { backoffUntil, NO_BACKOFF, updateBackoff } from './job-backoff.ts';

function aPodEnded(at: number): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `p${at}`, uid: `p${at}`, resourceVersion: '1', creationTimestamp: toKubernetesTime(0) },
    status: {
      containerStatuses: [
        {
          name: 'main',
          restartCount: 0,
          state: { terminated: { exitCode: 1, finishedAt: toKubernetesTime(at) } },
        },
      ],
    },
  };
}

const CASES = [
  { name: 'without a failure there is none', failures: 0, waitMs: null },
  { name: 'after the first failure it is 10 s', failures: 1, waitMs: 10_000 },
  { name: 'it doubles with each failure', failures: 4, waitMs: 80_000 },
  { name: 'it is never longer than ten minutes', failures: 7, waitMs: 600_000 },
  { name: 'many failures do not overflow it', failures: 5_000, waitMs: 600_000 },
];

for (const { name, failures, waitMs } of CASES) {
  test(`back-off of a Job: ${name}`, () => {
    const until = backoffUntil({ failures, lastFailureAt: failures === 0 ? null : 1_000 });
    assert.equal(until, waitMs === null ? 0 : 1_000 + waitMs);
  });
}

test('failures add up and the last end counts', () => {
  const first = updateBackoff(NO_BACKOFF, [], [aPodEnded(5_000), aPodEnded(3_000)]);
  assert.deepEqual(first, { failures: 2, lastFailureAt: 5_000 });
  assert.deepEqual(updateBackoff(first, [], [aPodEnded(9_000)]), { failures: 3, lastFailureAt: 9_000 });
});

test('a success forgives all failures before it, and none after it', () => {
  const before = { failures: 4, lastFailureAt: 1_000 };
  assert.deepEqual(updateBackoff(before, [aPodEnded(6_000)], []), NO_BACKOFF);
  assert.deepEqual(updateBackoff(before, [aPodEnded(6_000)], [aPodEnded(5_000), aPodEnded(7_000)]), {
    failures: 1,
    lastFailureAt: 7_000,
  });
});
