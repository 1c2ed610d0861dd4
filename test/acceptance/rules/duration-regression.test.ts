import type { Check } from '../timeline.ts';
import { cronJob, monitor, nowRuns, succeeding } from '../manifests.ts';
import { at, between, type Step, throughout, timeline } from '../timeline.ts';
import type { World } from '../world.ts';

const MINUTE = 60_000;
const SPEC = { sla: { minSuccessRate: 0, durationBaselineWindowDays: 3 } };

/** Whether there are so many alerts about the durations, and whether the latest is open. */
function regressions(count: number, active = false, resolution = ''): Check {
  return async (world) => {
    const seen = (await world.alerts()).filter(({ reason }) => reason === 'DurationRegression');
    const fits =
      seen.length === count &&
      (count === 0 || seen[0]?.active === active) &&
      (seen[0]?.resolution ?? '').startsWith(resolution);
    return fits ? null : JSON.stringify(seen.map(({ message, active: open }) => ({ message, open })));
  };
}

/** Slow from its third day on, until it is suspended at 50h: the last run ends at 50h25m. */
const SLOW_AND_SUSPENDED = [
  at('1m', (world: World) =>
    world.create(
      cronJob('report', { schedule: '0,5 * * * *', script: succeeding(10 * MINUTE) }),
      monitor('all', [], SPEC),
    ),
  ),
  at('47h30m', (world: World) => world.patch(cronJob('report'), nowRuns(succeeding(25 * MINUTE)))),
  at('50h1m', (world: World) => world.patch(cronJob('report'), { spec: { suspend: true } })),
  throughout('74h', '74h29m', 'the alert', regressions(1, true)),
];

timeline('an alert about a CronJob that does not run any more ends a day after its last success, for good', [
  ...SLOW_AND_SUSPENDED,
  between('74h30m', '74h30m1s', 'its end', regressions(1, false, 'No run of the last day succeeded')),
  at('80h', (world) => world.patch(cronJob('report'), { spec: { suspend: false } })),
  throughout('74h31m', '81h', 'no other', regressions(1, false)),
]);

/** Of an alert that ended while the service was away, from 51h to 101h. */
const endsUnwatched = (meanwhile: readonly Step[]): readonly Step[] => [
  ...SLOW_AND_SUSPENDED.slice(0, -1),
  at('51h', (world) => world.stopService()),
  ...meanwhile,
  at('101h', (world) => world.startService()),
  throughout('101h1s', '101h30m', 'its end', async (world) => {
    const seen = (await world.alerts()).filter(({ reason }) => reason === 'DurationRegression');
    const fits = seen.length === 1 && seen[0]?.resolvedAt === '2026-03-05T14:30:00Z';
    return fits ? null : JSON.stringify(seen);
  }),
];

timeline('it ends as of then too where nobody watched', endsUnwatched([]));

timeline(
  'it ends as of then too where nobody watched, though runs came after it',
  endsUnwatched([at('100h', (world) => world.patch(cronJob('report'), { spec: { suspend: false } }))]),
);

// From then on one ends at 25 past, and one on the stroke of the half hour.
timeline('runs that take half as long again as before are told at the end of the quarter of an hour', [
  at('1m', (world) =>
    world.create(
      cronJob('report', { schedule: '0,5 * * * *', script: succeeding(10 * MINUTE) }),
      monitor('all', [], SPEC),
    ),
  ),
  at('47h30m', (world) => world.patch(cronJob('report'), nowRuns(succeeding(25 * MINUTE)))),
  throughout('47h30m', '49h29m', 'too few of them yet', regressions(0)),
  between('49h30m', '49h30m1s', 'the alert', regressions(1, true)),
  at('49h40m', (world) => world.patch(cronJob('report'), nowRuns(succeeding(10 * MINUTE)))),
  between('50h', '74h', 'its end', regressions(1, false)),
]);

/** Slow from its third day on; the third slow run ends at 49h25m, and then the service is away. */
const awayWhenDue = (back: string, seenBy: string): readonly Step[] => [
  at('1m', (world) =>
    world.create(
      cronJob('report', { schedule: '0,5 * * * *', script: succeeding(10 * MINUTE) }),
      monitor('all', [], SPEC),
    ),
  ),
  at('47h30m', (world) => world.patch(cronJob('report'), nowRuns(succeeding(25 * MINUTE)))),
  at('49h1m', (world) => world.patch(cronJob('report'), { spec: { suspend: true } })),
  throughout('49h1m', '49h26m', 'too few of them yet', regressions(0)),
  at('49h27m', (world) => world.stopService()),
  at(back, (world) => world.startService()),
  throughout(seenBy, '50h30m', 'the alert', async (world) => {
    const seen = (await world.alerts()).filter(({ reason }) => reason === 'DurationRegression');
    const fits = seen.length === 1 && seen[0]!.createdAt === '2026-03-04T13:30:00Z';
    return fits ? null : JSON.stringify(seen);
  }),
];

timeline('a comparison that fell due while nobody watched is made up for', awayWhenDue('50h', '50h1s'));

timeline('one that falls due after a restart is made then', awayWhenDue('49h28m', '49h30m2s'));
