import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aCronJob, aJob, anEndedPod, aPod, NINE } from './testing.ts';
import { View } from './view.ts';

const NOTHING = { cronJobs: 0, jobs: 0 };

function sizes(view: View) {
  return { cronJobs: view.cronJobs.size, jobs: view.jobs.size };
}

describe('View', () => {
  it('joins a CronJob, its Job and its Pods in whatever order they are told', () => {
    const tell = [
      (view: View) => void view.cronJobChanged({ kind: 'added', next: aCronJob() }),
      (view: View) => void view.jobChanged({ kind: 'added', next: aJob() }, NINE),
      (view: View) => void view.podChanged({ kind: 'added', next: aPod() }, NINE),
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
      const entry = view.cronJobs.get('shop/report')!;
      assert.equal(entry.cronJob?.uid, 'cronjob-uid');
      assert.deepEqual(
        entry.jobs.get('job-uid')?.log.pods.map(({ pod }) => pod.uid),
        ['pod-uid'],
      );
    }
  });

  it('keeps the attempts of Pods that are gone', () => {
    const view = new View();
    view.jobChanged({ kind: 'added', next: aJob() }, NINE);
    view.podChanged({ kind: 'deleted', last: anEndedPod(1), finalStateKnown: true }, NINE);
    assert.equal(view.jobs.get('job-uid')?.log.pods[0]?.exits.length, 1);
  });

  it('keeps a Job that went until its run is recorded, then forgets it and its CronJob', () => {
    const view = new View();
    view.jobChanged({ kind: 'added', next: aJob() }, NINE);
    const [entry] = view.jobChanged({ kind: 'deleted', last: aJob(), finalStateKnown: true }, NINE + 5);
    assert.deepEqual(entry?.departure, { at: NINE + 5, finalStateKnown: true });
    assert.deepEqual(sizes(view), { cronJobs: 1, jobs: 1 });
    view.markRecorded(entry);
    assert.deepEqual(sizes(view), NOTHING);
  });

  it('takes a Job whose deletion is the first thing seen of it', () => {
    const view = new View();
    const [entry] = view.jobChanged({ kind: 'deleted', last: aJob(), finalStateKnown: true }, NINE);
    assert.equal(entry?.job.uid, 'job-uid');
    assert.deepEqual(entry?.departure, { at: NINE, finalStateKnown: true });
  });

  it('takes a Job made anew under its name for another one', () => {
    const view = new View();
    const next = aJob({ uid: 'other' });
    const entries = view.jobChanged({ kind: 'replaced', previous: aJob(), next }, NINE);
    assert.deepEqual(
      entries.map(({ job, departure }) => ({ uid: job.uid, departure })),
      [
        { uid: 'job-uid', departure: { at: NINE, finalStateKnown: false } },
        { uid: 'other', departure: null },
      ],
    );
  });

  it('holds nothing of Jobs that no CronJob owns, nor of their Pods, in either order', () => {
    const foreign = aJob({ owner: null });
    for (const podFirst of [true, false]) {
      const view = new View();
      if (podFirst) view.podChanged({ kind: 'added', next: aPod() }, NINE);
      assert.deepEqual(view.jobChanged({ kind: 'added', next: foreign }, NINE), []);
      assert.equal(view.podChanged({ kind: 'modified', previous: aPod(), next: anEndedPod(1) }, NINE), null);
      assert.deepEqual(sizes(view), NOTHING);
    }
  });

  it('forgets the log of a recorded Job and takes no further notice of its Pods', () => {
    const view = new View();
    const [entry] = view.jobChanged({ kind: 'added', next: aJob() }, NINE);
    view.podChanged({ kind: 'added', next: aPod() }, NINE);
    view.markRecorded(entry!);
    assert.equal(view.podChanged({ kind: 'modified', previous: aPod(), next: anEndedPod(1) }, NINE), null);
    assert.deepEqual(entry!.log.pods, []);
    assert.equal(view.jobs.size, 1);
  });

  it('lets go of a Pod that is collected after its Job', () => {
    const view = new View();
    const [entry] = view.jobChanged({ kind: 'deleted', last: aJob(), finalStateKnown: true }, NINE);
    view.markRecorded(entry!);
    view.podChanged({ kind: 'modified', previous: aPod(), next: aPod({ deletedAt: NINE }) }, NINE);
    view.podChanged({ kind: 'deleted', last: aPod({ deletedAt: NINE }), finalStateKnown: true }, NINE);
    // Were it still remembered, a Job of that uid would find it.
    const [again] = view.jobChanged({ kind: 'added', next: aJob() }, NINE);
    assert.deepEqual(again?.log.pods, []);
  });
});
