import assert from 'node:assert/strict';
import { test } from 'node:test';
import { T0 } from '../execution/testing.ts';
import { MINUTE } from '../lib/duration.ts';
import type { Finding } from './finding.ts';
import { evaluateStuckBeforeStart, type StuckRun } from './stuck-before-start.ts';

const NOW = T0 + 60 * MINUTE;

/** Since so long ago; started so long after that, if it did. */
function stuck(name: string, forMs: number, given: { waitMs?: number; isCertain?: boolean } = {}): StuckRun {
  const message = 'Back-off pulling image "registry.example/none:1"';
  const { waitMs = Infinity, isCertain = true } = given;
  const since = NOW - forMs;
  const why = isCertain ? { reason: 'ImagePullBackOff', message } : null;
  return { jobUid: name, jobName: name, since, until: since + waitMs, why };
}

interface Case {
  readonly name: string;
  readonly stuck: readonly StuckRun[];
  readonly state: Finding['state'];
  readonly next: number | null;
}

const CASES: readonly Case[] = [
  { name: 'no run waits', stuck: [], state: 'ok', next: null },
  { name: 'a run may wait for a while', stuck: [stuck('a', MINUTE)], state: 'ok', next: NOW + 9 * MINUTE },
  { name: 'ten minutes are too long', stuck: [stuck('a', 10 * MINUTE)], state: 'firing', next: null },
  {
    name: 'a second one is awaited beside the first',
    stuck: [stuck('a', 11 * MINUTE), stuck('b', MINUTE)],
    state: 'firing',
    next: NOW + 9 * MINUTE,
  },
  {
    name: 'one that started later than now still waits now, and is looked at again when it started',
    stuck: [stuck('a', 11 * MINUTE, { waitMs: 15 * MINUTE })],
    state: 'firing',
    next: NOW + 4 * MINUTE,
  },
  {
    name: 'one that has started waits no longer',
    stuck: [stuck('a', 15 * MINUTE, { waitMs: 15 * MINUTE })],
    state: 'ok',
    next: null,
  },
  {
    name: 'one that will have started in time is not awaited',
    stuck: [stuck('a', MINUTE, { waitMs: 10 * MINUTE })],
    state: 'ok',
    next: null,
  },
  {
    name: 'a wait that may have been interrupted raises nothing and ends nothing',
    stuck: [stuck('a', 11 * MINUTE, { waitMs: 15 * MINUTE, isCertain: false })],
    state: 'unchanged',
    next: NOW + 4 * MINUTE,
  },
];
for (const { name, stuck: runs, state, next } of CASES) {
  test(name, () => {
    const { finding, nextCheckAt } = evaluateStuckBeforeStart({ cronJobName: 'report', stuck: runs }, NOW);
    assert.equal(finding.state, state);
    assert.equal(nextCheckAt, next);
  });
}

test('the message has the words of the cluster, and the latest stuck run is the cause', () => {
  const runs = [stuck('report-1', 20 * MINUTE), stuck('report-2', 12 * MINUTE)];
  const { finding } = evaluateStuckBeforeStart({ cronJobName: 'report', stuck: runs }, NOW);
  assert.ok(finding.state === 'firing');
  assert.equal(finding.title, 'report cannot start: ImagePullBackOff');
  assert.equal(
    finding.message,
    'Job report-2 has had no running Pod for 10m: ImagePullBackOff: Back-off pulling image "registry.example/none:1".',
  );
  assert.equal(finding.cause, 'report-2');
});
