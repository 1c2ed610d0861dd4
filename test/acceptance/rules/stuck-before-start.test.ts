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
