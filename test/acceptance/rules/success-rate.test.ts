import { alerts } from '../expect.ts';
import { cronJob, failing, monitor, nowRuns, succeeding } from '../manifests.ts';
import { at, between, type Check, type Step, throughout, timeline } from '../timeline.ts';

const SPEC = { sla: { minSuccessRate: 75, windowDays: 1 }, deadManSwitch: { enabled: false } };
const LOW = { reason: 'SuccessRate', type: 'slaViolation', severity: 'warning' } as const;
const HOURLY = { schedule: '0 * * * *' };

timeline('a rate below the target is told with the run that broke it, and ends when it is back', [
  at('1m', (world) => world.create(cronJob('report', HOURLY), monitor('all', [], SPEC))),
  at('3h30m', (world) => world.patch(cronJob('report'), nowRuns(failing()))),
  throughout('3h30m', '5h', 'three of four are 75%', async (world) => {
    const seen = (await world.alerts()).filter(({ reason }) => reason === 'SuccessRate');
    return seen.length === 0 ? null : 'the rate was told';
  }),
  between(
    '5h',
    '5h15s',
    'the alert',
    alerts([
      { reason: 'JobFailed' },
      {
        ...LOW,
        active: true,
        message: '3 of 5 slots in the last day have a successful run: 60%, below the target of 75%.',
      },
    ]),
  ),
  at('5h30m', (world) => world.patch(cronJob('report'), nowRuns(succeeding()))),
  throughout('6h30m', '8h', 'still below', alerts([{ active: false }, { ...LOW, active: true }])),
  between('8h', '8h15s', 'six of eight', alerts([{ active: false }, { ...LOW, active: false }])),
]);

timeline('a slot without a run counts as a failure', [
  at('1m', (world) => world.create(cronJob('report', HOURLY), monitor('all', [], SPEC))),
  at('1h30m', async (world) => world.sandbox.pauseCronJobs()),
  // The slot of 14:00 is given up ten seconds after that of 15:00 has come.
  throughout('1h30m', '3h9s', 'no alert', alerts([])),
  between('3h9s', '3h12s', 'one of two', alerts([{ ...LOW, active: true }])),
]);

/** Fails at 13:00 and 14:00, succeeds at 15:00, and is suspended from then on: one of three, until a day after. */
function endsInSuspension(away: readonly Step[]): readonly Step[] {
  return [
    at('1m', (world) =>
      world.create(cronJob('report', { ...HOURLY, script: failing() }), monitor('all', [], HALF)),
    ),
    at('2h30m', (world) => world.patch(cronJob('report'), nowRuns(succeeding()))),
    at('3h30m', (world) => world.patch(cronJob('report'), { spec: { suspend: true } })),
    throughout('3h40m', '5h', 'one of three', rateIs(true)),
    ...away,
    // The slot of 13:00 leaves a window of a day, and one of two is enough.
    throughout('25h15s', '26h', 'one of two', rateIs(false)),
    throughout('25h15s', '26h', 'when it was', async (world) => {
      const low = (await world.alerts()).find(({ reason }) => reason === 'SuccessRate');
      return low?.resolvedAt === '2026-03-03T13:00:00Z' ? null : `it ended at ${low?.resolvedAt}`;
    }),
  ];
}

const HALF = { sla: { minSuccessRate: 50, windowDays: 1 }, deadManSwitch: { enabled: false } };

function rateIs(active: boolean): Check {
  return async (world) => {
    const seen = (await world.alerts()).filter(({ reason }) => reason === 'SuccessRate');
    return seen.length === 1 && seen[0]!.active === active ? null : `alerts were ${JSON.stringify(seen)}`;
  };
}

timeline('a failure that leaves the window ends the alert though no run follows', [
  ...endsInSuspension([throughout('24h50m', '25h', 'still one of three', rateIs(true))]),
]);

timeline('a start in between forgets nothing of that', [
  ...endsInSuspension([
    at('10h', (world) => world.stopService()),
    at('11h', (world) => world.startService()),
    throughout('24h50m', '25h', 'still one of three', rateIs(true)),
  ]),
]);

timeline('a failure that leaves the window while the service is down ended the alert then', [
  ...endsInSuspension([
    at('20h', (world) => world.stopService()),
    at('25h1s', (world) => world.startService()),
  ]),
]);

timeline('a failure that leaves the window as the next one comes ends nothing', [
  at('1m', (world) =>
    world.create(cronJob('report', { schedule: '0 0 * * *', script: failing() }), monitor('all', [], HALF)),
  ),
  between('12h', '12h15s', 'the alert', rateIs(true)),
  throughout('35h50m', '36h40m', 'still that alert', rateIs(true)),
]);

timeline('what is out of the window when a slot is given up does not count with it', [
  at('1m', (world) => world.create(cronJob('report', { schedule: '0 */6 * * *' }), monitor('all', [], MOST))),
  at('11h', (world) => world.patch(cronJob('report'), nowRuns(failing()))),
  at('13h', (world) => world.patch(cronJob('report'), nowRuns(succeeding()))),
  throughout('12h1m', '18h', 'one of two', rateIs(true)),
  throughout('18h1m', '35h', 'two of three, three of four', rateIs(false)),
  at('29h', async (world) => world.sandbox.pauseCronJobs()),
  // The slot of 18:00 is given up at midnight, when the failure of the midnight before is a day old.
  throughout('36h', '36h30s', 'two of three', rateIs(false)),
  at('36h30s', async (world) => world.sandbox.resumeCronJobs()),
  throughout('36h31s', '40h', 'three of four', rateIs(false)),
]);

const MOST = { sla: { minSuccessRate: 60, windowDays: 1 }, deadManSwitch: { enabled: false } };
