import { alerts } from '../expect.ts';
import { cronJob, monitor } from '../manifests.ts';
import { at, between, throughout, timeline } from '../timeline.ts';

const STUCK = { reason: 'StuckBeforeStart', type: 'failure', severity: 'warning' } as const;
const HOURLY = { schedule: '0 * * * *' };
const NONE = { deadManSwitch: { enabled: false } };

timeline(
  'a run whose image cannot be pulled is told after ten minutes, with the reason; its deletion ends it',
  [
    at('1m', (world) =>
      world.create(
        cronJob('report', {
          ...HOURLY,
          image: 'registry.invalid/none:1',
          jobSpec: { activeDeadlineSeconds: 1_800 },
        }),
        monitor('all', [], NONE),
      ),
    ),
    throughout('1m', '1h10m', 'no alert', alerts([])),
    between(
      '1h10m',
      '1h10m2s',
      'the alert',
      alerts([{ ...STUCK, active: true, title: 'report cannot start: ImagePullBackOff' }]),
    ),
    // Its deadline passes.
    between(
      '1h29m',
      '1h30m40s',
      'its end',
      alerts([
        { ...STUCK, active: false, resolution: 'No run waits for its start any more.' },
        { reason: 'JobFailed' },
      ]),
    ),
  ],
);

timeline('a run that starts in time is not told', [
  at('1m', (world) =>
    world.create(
      cronJob('report', { ...HOURLY, script: { startAfterMs: 9 * 60_000, durationMs: 60_000, exitCode: 0 } }),
      monitor('all', [], NONE),
    ),
  ),
  throughout('1m', '2h30m', 'no alert', alerts([])),
]);

timeline('a run that starts late ends its alert', [
  at('1m', (world) =>
    world.create(
      cronJob('report', {
        ...HOURLY,
        script: { startAfterMs: 20 * 60_000, durationMs: 60_000, exitCode: 0 },
      }),
      monitor('all', [], NONE),
    ),
  ),
  between('1h10m', '1h10m3s', 'the alert', alerts([{ ...STUCK, active: true }])),
  between('1h20m', '1h20m3s', 'its end', alerts([{ ...STUCK, active: false }])),
]);

const STARTS_AT_20 = { startAfterMs: 20 * 60_000, durationMs: 60_000, exitCode: 0 };
const INSTANTS = {
  active: false,
  createdAt: '2026-03-02T13:10:00Z',
  resolvedAt: '2026-03-02T13:20:00Z',
};

timeline('a start while the service is down ends the alert when it was', [
  at('1m', (world) =>
    world.create(cronJob('report', { ...HOURLY, script: STARTS_AT_20 }), monitor('all', [], NONE)),
  ),
  at('1h12m', (world) => world.stopService()),
  at('1h40m', (world) => world.startService()),
  throughout('1h40m', '1h41m', 'the alert as if it had been up', alerts([{ ...STUCK, ...INSTANTS }])),
]);

timeline('a late start that nobody watched is told all the same', [
  at('1m', (world) =>
    world.create(cronJob('report', { ...HOURLY, script: STARTS_AT_20 }), monitor('all', [], NONE)),
  ),
  at('1h5m', (world) => world.stopService()),
  at('1h40m', (world) => world.startService()),
  throughout(
    '1h40m',
    '1h41m',
    'the alert as if it had been up',
    alerts([{ ...STUCK, ...INSTANTS, title: 'report cannot start: Pending' }]),
  ),
]);

timeline('a run that ends without a start while the service is down ends its alert then', [
  at('1m', (world) =>
    world.create(
      cronJob('report', {
        ...HOURLY,
        image: 'registry.invalid/none:1',
        jobSpec: { activeDeadlineSeconds: 1_800 },
      }),
      monitor('all', [], NONE),
    ),
  ),
  at('1h12m', (world) => world.stopService()),
  at('1h40m', (world) => world.startService()),
  // It waits a moment for Pods that may tell of a start.
  throughout('1h40m2s', '1h41m', 'the alert as if it had been up', async (world) => {
    const stuck = (await world.alerts()).find(({ reason }) => reason === 'StuckBeforeStart');
    const ended = stuck?.resolvedAt ?? 'open';
    return /T13:30:[0-3]/.test(ended) ? null : `it ended at ${ended}`;
  }),
]);
