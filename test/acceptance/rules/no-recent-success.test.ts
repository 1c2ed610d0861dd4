import { alerts } from '../expect.ts';
import { cronJob, failing, monitor, nowRuns, succeeding } from '../manifests.ts';
import { at, between, throughout, timeline } from '../timeline.ts';

const QUIET = { enabled: true, maxTimeSinceLastSuccess: '2h', autoFromSchedule: { enabled: false } };
const OVERDUE = { reason: 'NoRecentSuccess', type: 'deadManSwitch', severity: 'critical' } as const;
const HOURLY = { schedule: '0 * * * *' };

timeline('the time counts from the last success; the next success ends it', [
  at('1m', (world) => world.create(cronJob('report', HOURLY), monitor('all', [], { deadManSwitch: QUIET }))),
  throughout('1m', '90m', 'no alert', alerts([])),
  at('90m', (world) => world.patch(cronJob('report'), nowRuns(failing()))),
  throughout('2h1m', '3h10s', 'failures alone', alerts([{ reason: 'JobFailed' }])),
  // The run of 13:00 ended ten seconds later.
  between('3h10s', '3h12s', 'the alert', alerts([{ reason: 'JobFailed' }, { ...OVERDUE, active: true }])),
  at('3h30m', (world) => world.patch(cronJob('report'), nowRuns(succeeding()))),
  between('4h', '4h15s', 'its end', alerts([{ active: false }, { ...OVERDUE, active: false }])),
]);

timeline('without a success it counts from the creation; a suspension stops it and begins it anew', [
  at('10m', (world) =>
    world.create(cronJob('report', { schedule: '0 0 1 1 *' }), monitor('all', [], { deadManSwitch: QUIET })),
  ),
  at('1h', (world) => world.patch(cronJob('report'), { spec: { suspend: true } })),
  throughout('1h', '5h', 'nothing while suspended', alerts([])),
  at('5h', (world) => world.patch(cronJob('report'), { spec: { suspend: false } })),
  throughout('5h', '7h', 'nothing yet', alerts([])),
  between(
    '7h',
    '7h1s',
    'the alert',
    alerts([
      {
        ...OVERDUE,
        message:
          'No run has succeeded since the suspension ended Mon 2026-03-02 17:00 UTC. ' +
          'At most 2h may pass without a success.',
      },
    ]),
  ),
]);
