import { StatusError } from '../../../src/sandbox/cluster-types.ts';
import { cronJob, succeeding } from '../manifests.ts';
import { at, between, throughout, timeline } from '../timeline.ts';
import type { World } from '../world.ts';
import { slotMessage, slots } from './expect-slots.ts';

const BUSY = cronJob('busy');

function patch(change: object) {
  return (world: World) => world.patch(BUSY, { spec: change });
}

timeline('a slot is open until its run starts, and ran from then on', [
  at('0s', (world) => world.create(BUSY)),
  between('4m59s', '5m2s', 'its slot ran', slots('busy', ['5 ran'])),
  throughout('5m2s', '9m59s', 'the one slot', slots('busy', ['5 ran'])),
]);

timeline('slots while the CronJob is suspended are skipped, and the last is late when it is resumed', [
  at('0s', (world) => world.create(BUSY)),
  at('6m', patch({ suspend: true })),
  between('15m9s', '15m11s', 'both suspended', slots('busy', ['5 ran', '10 Suspended', '15 Suspended'])),
  at('17m', patch({ suspend: false })),
  between('17m', '17m1s', 'a late run for the last', slots('busy', ['5 ran', '10 Suspended', '15 late'])),
  between('20m', '20m1s', 'on time', slots('busy', ['5 ran', '10 Suspended', '15 late', '20 ran'])),
]);

timeline('Forbid skips the slots during a run, names it, and starts the last of them late', [
  at('0s', (world) =>
    world.create(cronJob('long', { script: succeeding(12 * 60_000), spec: { concurrencyPolicy: 'Forbid' } })),
  ),
  between('15m9s', '15m11s', 'skipped', slots('long', ['5 ran', '10 Forbidden', '15 open'])),
  throughout('15m11s', '15m12s', 'the run', slotMessage('long', 10, /^Job long-\d+ was still running/)),
  between('17m', '17m2s', 'late', slots('long', ['5 ran', '10 Forbidden', '15 late'])),
]);

timeline('Forbid with a deadline gives a slot up when it has passed', [
  at('0s', (world) =>
    world.create(
      cronJob('long', {
        script: succeeding(7 * 60_000),
        spec: { concurrencyPolicy: 'Forbid', startingDeadlineSeconds: 60 },
      }),
    ),
  ),
  between('11m9s', '11m11s', 'skipped', slots('long', ['5 ran', '10 Forbidden'])),
  between('15m', '15m2s', 'on time', slots('long', ['5 ran', '10 Forbidden', '15 ran'])),
]);

timeline('Replace lets every slot have its run', [
  at('0s', (world) =>
    world.create(
      cronJob('long', { script: succeeding(12 * 60_000), spec: { concurrencyPolicy: 'Replace' } }),
    ),
  ),
  throughout('16m', '17m', 'all ran', slots('long', ['5 ran', '10 ran', '15 ran'])),
]);

timeline('slots before an edit are of the old schedule, those after it of the new', [
  at('0s', (world) => world.create(BUSY)),
  at('12m', patch({ schedule: '*/20 * * * *' })),
  at('41m', patch({ timeZone: 'Asia/Kolkata' })),
  throughout('61m', '62m', 'both', slots('busy', ['5 ran', '10 ran', '20 ran', '40 ran', '50 ran'])),
]);

timeline('without any history, and with Jobs that go when they end, every slot ran', [
  at('0s', (world) =>
    world.create(
      cronJob('none', { spec: { successfulJobsHistoryLimit: 0, failedJobsHistoryLimit: 0 } }),
      cronJob('gone', { jobSpec: { ttlSecondsAfterFinished: 0 } }),
    ),
  ),
  throughout('16m', '17m', 'of the one', slots('none', ['5 ran', '10 ran', '15 ran'])),
  throughout('16m', '17m', 'of the other', slots('gone', ['5 ran', '10 ran', '15 ran'])),
]);

timeline('a CronJob that is made anew has the slots of both, and none between', [
  at('0s', (world) => world.create(BUSY)),
  at('6m', (world) => world.delete(BUSY)),
  at('12m', (world) => world.create(BUSY)),
  throughout('16m', '17m', 'of both', slots('busy', ['5 ran', '15 ran'])),
]);

timeline('@every counts from the creation', [
  at('1m', (world) => world.create(cronJob('each', { schedule: '@every 7m' }))),
  throughout('16m', '17m', 'its slots', slots('each', ['8 ran', '15 ran'])),
]);

/** Lets every creation of a Job be refused, as a quota or an admission webhook does. */
function refuseJobs(world: World): void {
  const { cluster } = world.sandbox;
  const create = cluster.create.bind(cluster);
  cluster.create = (type, object, options) => {
    if (type.resource !== 'jobs') return create(type, object, options);
    throw new StatusError(403, 'Forbidden', 'jobs.batch is forbidden: exceeded quota: few-jobs');
  };
}

timeline("a slot whose Job was refused says why in the cluster's words", [
  at('0s', (world) => world.create(BUSY)),
  at('6m', async (world) => refuseJobs(world)),
  between('15m9s', '15m11s', 'refused', slots('busy', ['5 ran', '10 CreationFailed', '15 open'])),
  throughout('15m11s', '16m', 'why', slotMessage('busy', 10, /^jobs.batch is forbidden: exceeded quota/)),
]);
