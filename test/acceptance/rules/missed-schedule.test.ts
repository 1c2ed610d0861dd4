import { alerts } from '../expect.ts';
import { cronJob, failing, monitor, nowRuns, succeeding } from '../manifests.ts';
import { at, between, throughout, timeline } from '../timeline.ts';

const HOURLY = { schedule: '0 * * * *' };
const TEN_MINUTES = { deadManSwitch: { autoFromSchedule: { buffer: '10m' } } };
const MISSED = { reason: 'MissedSchedule', type: 'deadManSwitch', severity: 'critical' } as const;

timeline('a slot without a run is told within a second after its buffer, and ends with a success', [
  at('1m', (world) => world.create(cronJob('report', HOURLY), monitor('all', [], TEN_MINUTES))),
  throughout('1m', '2h10m', 'no alert while it runs', alerts([])),
  at('2h5m', async (world) => world.sandbox.pauseCronJobs()),
  throughout('2h10m', '3h10m', 'no alert before the buffer is over', alerts([])),
  between('3h10m', '3h10m1s', 'the alert', alerts([{ ...MISSED, active: true }])),
  between(
    '3h10m',
    '3h10m1s',
    'its words',
    alerts([
      {
        title: 'report missed its slot of Mon 2026-03-02 15:00 UTC',
        message:
          'No run started for the slot of Mon 2026-03-02 15:00 UTC; 10m passed. ' +
          'The last run started Mon 2026-03-02 14:00 UTC.',
      },
    ]),
  ),
  between('4h10m', '4h10m1s', 'the second slot', alerts([{ ...MISSED, occurrences: 2 }])),
  at('4h30m', async (world) => world.sandbox.resumeCronJobs()),
  between('4h30m', '4h30m15s', 'its end', alerts([{ ...MISSED, active: false }])),
]);

timeline(
  'a slot that only has a failed run is no miss, and a late start does not end one before it succeeds',
  [
    at('1m', (world) =>
      world.create(cronJob('report', { ...HOURLY, script: failing() }), monitor('all', [], TEN_MINUTES)),
    ),
    between('1h', '1h15s', 'the failure alone', alerts([{ reason: 'JobFailed' }])),
    at('1h30m', async (world) => world.sandbox.pauseCronJobs()),
    between('2h10m', '2h10m1s', 'the miss', alerts([{ reason: 'JobFailed' }, { ...MISSED, active: true }])),
    at('2h20m', async (world) => world.sandbox.resumeCronJobs()),
    throughout('2h21m', '2h50m', 'still open', alerts([{ active: true }, { ...MISSED, active: true }])),
    at('2h50m', (world) => world.patch(cronJob('report'), nowRuns(succeeding()))),
    between('3h', '3h15s', 'the end of both', alerts([{ active: false }, { ...MISSED, active: false }])),
  ],
);

timeline('a run started by hand covers a slot and ends a miss', [
  at('1m', (world) => world.create(cronJob('report', HOURLY), monitor('all', [], TEN_MINUTES))),
  at('30m', async (world) => world.sandbox.pauseCronJobs()),
  at('1h5m', async (world) => void (await world.post('/api/v1/cronjobs/default/report/trigger'))),
  throughout('1h', '2h10m', 'no miss', alerts([])),
  between('2h10m', '2h10m1s', 'the next slot', alerts([{ ...MISSED, active: true }])),
  at('2h30m', async (world) => void (await world.post('/api/v1/cronjobs/default/report/trigger'))),
  between('2h30m', '2h30m15s', 'its end', alerts([{ ...MISSED, active: false }])),
]);

timeline('so many slots in a row as the monitor asks for, and none while it is suspended', [
  at('1m', (world) =>
    world.create(
      cronJob('report', HOURLY),
      monitor('all', [], {
        deadManSwitch: { autoFromSchedule: { buffer: '10m', missedScheduleThreshold: 2 } },
      }),
    ),
  ),
  at('90m', (world) => world.patch(cronJob('report'), { spec: { suspend: true } })),
  throughout('90m', '6h30m', 'nothing while suspended', alerts([])),
  at('6h30m', async (world) => {
    world.sandbox.pauseCronJobs();
    await world.patch(cronJob('report'), { spec: { suspend: false } });
  }),
  throughout('6h30m', '8h10m', 'nothing after one slot', alerts([])),
  between('8h10m', '8h10m1s', 'the alert', alerts([{ ...MISSED, title: 'report missed 2 slots in a row' }])),
]);

timeline('a run by hand ends it while the CronJob is suspended', [
  at('1m', (world) => world.create(cronJob('report', HOURLY), monitor('all', [], TEN_MINUTES))),
  at('90m', async (world) => world.sandbox.pauseCronJobs()),
  between('2h10m', '2h10m1s', 'the alert', alerts([{ ...MISSED, active: true }])),
  at('2h20m', (world) => world.patch(cronJob('report'), { spec: { suspend: true } })),
  throughout('2h20m', '2h30m', 'the alert, still', alerts([{ ...MISSED, active: true }])),
  at('2h30m', async (world) => void (await world.post('/api/v1/cronjobs/default/report/trigger'))),
  between('2h30m', '2h30m15s', 'its end', alerts([{ ...MISSED, active: false }])),
]);

timeline('without any monitor a miss is recorded after an hour', [
  at('1m', (world) => world.create(cronJob('report', HOURLY))),
  at('90m', async (world) => world.sandbox.pauseCronJobs()),
  between('3h', '3h1s', 'the alert', alerts([{ ...MISSED, active: true }])),
]);

timeline('a schedule that is edited has missed no slot that it did not have', [
  at('1m', (world) => world.create(cronJob('report', HOURLY), monitor('all', [], TEN_MINUTES))),
  at('3h40m', (world) => world.patch(cronJob('report'), { spec: { schedule: '20 * * * *' } })),
  throughout('3h40m', '5h', 'no alert', alerts([])),
]);

timeline('a start that was too late is a miss, also when nobody looked before it had come', [
  at('1m', (world) => world.create(cronJob('report', HOURLY), monitor('all', [], TEN_MINUTES))),
  at('1h30m', (world) => world.stopService()),
  at('1h40m', async (world) => world.sandbox.pauseCronJobs()),
  at('2h30m', async (world) => world.sandbox.resumeCronJobs()),
  at('2h50m', (world) => world.startService()),
  throughout(
    '2h51m',
    '2h52m',
    'the miss and its end',
    alerts([{ ...MISSED, active: false, createdAt: '2026-03-02T14:10:00Z' }]),
  ),
]);
