import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aCronJob, aJob, aPod, T0 } from '../execution/testing.ts';
import { MINUTE, SECOND } from '../lib/duration.ts';
import { planRuns } from './plan-runs.ts';
import { anEndedPod, failed, succeeded } from './testing.ts';
import { type JobEntry, View } from './view.ts';

const NO_EVIDENCE = { pending: () => false, startEvents: () => [] };

/** What became of a Job that was told last thing, its Pods before it. */
function planOf(entry: JobEntry | undefined, now: number) {
  assert.ok(entry);
  entry.recorded = false;
  const { finished, waiting, heldFrom, recheckAt } = planRuns(entry.cronJob, NO_EVIDENCE, { now });
  return {
    finished: finished.map(({ execution }) => execution.outcome),
    waiting: waiting.length,
    heldFrom,
    recheckAt,
  };
}

const job = aJob({ uid: 'job-0', name: 'job-0', startedAt: T0 });
const now = T0 + MINUTE;

describe('a run that ended', () => {
  it('waits for a Pod that tried it before or after those that were told', () => {
    const view = new View();
    view.cronJobChanged({ kind: 'added', next: aCronJob() });
    view.podChanged({ kind: 'added', next: anEndedPod(1, 10, { uid: 'first', jobUid: 'job-0' }) }, now);
    const twice = { ...failed(job, T0 + 30 * SECOND), failed: 2 };
    const [entry] = view.jobChanged({ kind: 'added', next: twice }, now);
    assert.deepEqual(planOf(entry, now), {
      finished: [],
      waiting: 1,
      heldFrom: T0,
      recheckAt: now + SECOND,
    });
    view.podChanged({ kind: 'added', next: anEndedPod(1, 30, { uid: 'second', jobUid: 'job-0' }) }, now);
    assert.deepEqual(planOf(entry, now).finished, ['failed']);
  });

  it('waits for the Pod that succeeded', () => {
    const view = new View();
    view.cronJobChanged({ kind: 'added', next: aCronJob() });
    view.podChanged({ kind: 'added', next: anEndedPod(1, 10, { uid: 'first', jobUid: 'job-0' }) }, now);
    const retried = { ...succeeded(job, T0 + 30 * SECOND), failed: 1 };
    const [entry] = view.jobChanged({ kind: 'added', next: retried }, now);
    assert.deepEqual(planOf(entry, now).waiting, 1);
    view.podChanged({ kind: 'added', next: anEndedPod(0, 30, { uid: 'second', jobUid: 'job-0' }) }, now);
    assert.deepEqual(planOf(entry, now).finished, ['success']);
  });

  it('waits for no Pod that is counted as failed because it was deleted', () => {
    const view = new View();
    view.cronJobChanged({ kind: 'added', next: aCronJob() });
    const pod = aPod({ jobUid: 'job-0', phase: 'Running', deletedAt: T0 + 20 * SECOND });
    view.podChanged({ kind: 'added', next: pod }, now);
    const [entry] = view.jobChanged(
      { kind: 'added', next: { ...failed(job, T0 + 30 * SECOND), failed: 1 } },
      now,
    );
    assert.deepEqual(planOf(entry, now).finished, ['failed']);
  });

  it('waits for its Pods a second and no longer', () => {
    const view = new View();
    view.cronJobChanged({ kind: 'added', next: aCronJob() });
    const [entry] = view.jobChanged({ kind: 'added', next: failed(job, T0 + 30 * SECOND) }, now);
    assert.equal(planOf(entry, now).waiting, 1);
    assert.deepEqual(planOf(entry, now + SECOND).finished, ['failed']);
  });

  it('waits for the one that replaced it, also where our clock says that it ended before it began', () => {
    const view = new View();
    view.cronJobChanged({ kind: 'added', next: aCronJob({ concurrencyPolicy: 'Replace' }) });
    const begun = aJob({ ...job, startedAt: now + 30 * SECOND, createdAt: now + 30 * SECOND });
    const [entry] = view.jobChanged({ kind: 'deleted', last: begun, finalStateKnown: true }, now);
    assert.deepEqual(planOf(entry, now), {
      finished: [],
      waiting: 1,
      heldFrom: now,
      recheckAt: now + 5 * SECOND,
    });
    assert.deepEqual(planOf(entry, now + 5 * SECOND).finished, ['failed']);
  });
});
