import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstFacts } from '../execution/cron-job-facts.ts';
import { aCronJob, aJob, aPod, T0 } from '../execution/testing.ts';
import { anEndedPod } from './testing.ts';
import { View } from './view.ts';

const NOTHING = { cronJobs: 0, jobs: 0 };

function sizes(view: View) {
  return { cronJobs: view.cronJobs.size, jobs: view.jobs.size };
}

describe('View', () => {
  it('joins a CronJob, its Job and its Pods in whatever order they are told', () => {
    const tell = [
      (view: View) => void view.cronJobChanged({ kind: 'added', next: aCronJob() }),
      (view: View) => void view.jobChanged({ kind: 'added', next: aJob() }, T0),
      (view: View) => void view.podChanged({ kind: 'added', next: aPod() }, T0),
    ] as const;
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ] as const) {
      const view = new View();
      for (const index of order) tell[index](view);
      const entry = view.cronJobs.get('payments/nightly-backup')!;
      assert.equal(entry.cronJob?.uid, 'cron-job-1');
      assert.deepEqual(
        entry.jobs.get('job-1')?.log.pods.map(({ pod }) => pod.uid),
        ['pod-1'],
      );
    }
  });

  it('keeps the attempts of Pods that are gone', () => {
    const view = new View();
    view.jobChanged({ kind: 'added', next: aJob() }, T0);
    view.podChanged({ kind: 'deleted', last: anEndedPod(1, 5), finalStateKnown: true }, T0);
    assert.equal(view.jobs.get('job-1')?.log.pods[0]?.exits.length, 1);
  });

  it('keeps a Job that went until its run is recorded, and its CronJob until that is in order', () => {
    const view = new View();
    view.jobChanged({ kind: 'added', next: aJob() }, T0);
    const [entry] = view.jobChanged({ kind: 'deleted', last: aJob(), finalStateKnown: true }, T0 + 5);
    assert.deepEqual(entry?.departure, { at: T0 + 5, finalStateKnown: true });
    assert.deepEqual(sizes(view), { cronJobs: 1, jobs: 1 });
    view.markRecorded(entry);
    assert.deepEqual(sizes(view), { cronJobs: 1, jobs: 0 });
    const row = { ...firstFacts(T0), id: 1, cronJob: null, nextRunAt: null, windowDays: 7, running: '[]' };
    entry.cronJob.stored = { ...row, deletedAt: null };
    view.forgetIfGone(entry.cronJob);
    assert.deepEqual(sizes(view), { cronJobs: 1, jobs: 0 });
    entry.cronJob.stored = { ...row, deletedAt: T0 };
    view.forgetIfGone(entry.cronJob);
    assert.deepEqual(sizes(view), NOTHING);
  });

  it('takes a Job whose deletion is the first thing seen of it', () => {
    const view = new View();
    const [entry] = view.jobChanged({ kind: 'deleted', last: aJob(), finalStateKnown: true }, T0);
    assert.equal(entry?.job.uid, 'job-1');
    assert.deepEqual(entry?.departure, { at: T0, finalStateKnown: true });
  });

  it('takes a Job made anew under its name for another one', () => {
    const view = new View();
    const next = aJob({ uid: 'other' });
    const entries = view.jobChanged({ kind: 'replaced', previous: aJob(), next }, T0);
    assert.deepEqual(
      entries.map(({ job, departure }) => ({ uid: job.uid, departure })),
      [
        { uid: 'job-1', departure: { at: T0, finalStateKnown: false } },
        { uid: 'other', departure: null },
      ],
    );
  });

  it('holds nothing of Jobs that no CronJob owns, nor of their Pods, in either order', () => {
    const foreign = aJob({ owner: null });
    for (const podFirst of [true, false]) {
      const view = new View();
      if (podFirst) view.podChanged({ kind: 'added', next: aPod() }, T0);
      assert.deepEqual(view.jobChanged({ kind: 'added', next: foreign }, T0), []);
      assert.equal(view.podChanged({ kind: 'modified', previous: aPod(), next: anEndedPod(1, 5) }, T0), null);
      assert.deepEqual(sizes(view), NOTHING);
    }
  });

  it('forgets the log of a recorded Job and takes no further notice of its Pods', () => {
    const view = new View();
    const [entry] = view.jobChanged({ kind: 'added', next: aJob() }, T0);
    view.podChanged({ kind: 'added', next: aPod() }, T0);
    view.markRecorded(entry!);
    assert.equal(view.podChanged({ kind: 'modified', previous: aPod(), next: anEndedPod(1, 5) }, T0), null);
    assert.deepEqual(entry!.log.pods, []);
    assert.equal(view.jobs.size, 1);
  });

  it('lets go of a Pod that is collected after its Job', () => {
    const view = new View();
    const [entry] = view.jobChanged({ kind: 'deleted', last: aJob(), finalStateKnown: true }, T0);
    view.markRecorded(entry!);
    view.podChanged({ kind: 'modified', previous: aPod(), next: aPod({ deletedAt: T0 }) }, T0);
    view.podChanged({ kind: 'deleted', last: aPod({ deletedAt: T0 }), finalStateKnown: true }, T0);
    // Were it still remembered, a Job of that uid would find it.
    const [again] = view.jobChanged({ kind: 'added', next: aJob() }, T0);
    assert.deepEqual(again?.log.pods, []);
  });
});
