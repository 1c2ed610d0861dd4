import { alerts } from '../expect.ts';
import { cronJob, failing, monitor, nowRuns, succeeding } from '../manifests.ts';
import { at, between, throughout, timeline } from '../timeline.ts';

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
