import { alerts, cronJobDetail } from '../expect.ts';
import { cronJob, monitor } from '../manifests.ts';
import { at, throughout, timeline } from '../timeline.ts';
import type { World } from '../world.ts';
import { slots } from './expect-slots.ts';

const SOON = { deadManSwitch: { autoFromSchedule: { buffer: '1m' } } };

/** Of a CronJob that is watched closely and whose schedule gives it no slot. */
function tellsProblem(scheduleProblem: RegExp, create: (world: World) => Promise<void>) {
  return [
    at('0s', create),
    at('1s', (world: World) => world.create(monitor('all', [], SOON))),
    throughout('1m', '31m', 'why none comes', cronJobDetail('odd', { scheduleProblem, nextRun: null })),
    throughout('31m', '32m', 'no slot', slots('odd', [])),
    throughout('1m', '31m', 'no alert', alerts([])),
  ];
}

/**
 * Creates a CronJob as one that the cluster keeps from a time when its API server, or its list of zones, was
 * another: what it would refuse today it still tells whoever lists it.
 */
function keptFromBefore(spec: { readonly schedule: string; readonly timeZone?: string }) {
  return async (world: World): Promise<void> => {
    await world.stopService();
    world.sandbox.pauseCronJobs();
    await world.create(cronJob('odd'));
    const { cluster } = world.sandbox;
    const stored = cluster.get(cluster.findType('batch', 'cronjobs')!, 'default', 'odd')!;
    Object.assign(stored.spec, spec);
    world.sandbox.resumeCronJobs();
    await world.startService();
  };
}

timeline(
  'a schedule that never comes due misses nothing, and says so',
  tellsProblem(/names no time/, (world) => world.create(cronJob('odd', { schedule: '0 0 31 2 *' }))),
);

timeline(
  'a schedule that cannot be read misses nothing, and says what is wrong with it',
  tellsProblem(/field/i, keptFromBefore({ schedule: '*/5 * * *' })),
);

timeline(
  'a time zone that is not known misses nothing, and is named',
  tellsProblem(
    /no time zone `Mars\/Base`/,
    keptFromBefore({ schedule: '*/5 * * * *', timeZone: 'Mars/Base' }),
  ),
);

timeline(
  'a time zone that is not known within the schedule misses nothing, and is named',
  tellsProblem(/no time zone `Mars\/Base`/, keptFromBefore({ schedule: 'TZ=Mars/Base */5 * * * *' })),
);

// 12:00 UTC is 17:30 in Kolkata.
timeline('a time zone within the schedule is no problem: its slots are those of that zone, and they run', [
  at('0s', keptFromBefore({ schedule: 'TZ=Asia/Kolkata 40,50 17 * * *', timeZone: 'UTC' })),
  at('1s', (world) => world.create(monitor('all', [], SOON))),
  throughout(
    '1m',
    '31m',
    'no problem',
    cronJobDetail('odd', { scheduleProblem: null, nextRun: /T12:[12]0:00|03T12:10:00/ }),
  ),
  throughout('21m', '31m', 'its slots', slots('odd', ['10 ran', '20 ran'])),
  throughout('1m', '31m', 'no alert', alerts([])),
]);
