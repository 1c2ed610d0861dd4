import { alerts } from '../expect.ts';
import { cronJob, monitor, nowRuns, succeeding } from '../manifests.ts';
import { at, between, throughout, timeline } from '../timeline.ts';

const MINUTE = 60_000;
const SPEC = { sla: { maxDuration: '10m', minSuccessRate: 0 } };
const TOO_LONG = { reason: 'MaxDuration', type: 'slaViolation', severity: 'warning' } as const;
const HOURLY = { schedule: '0 * * * *' };

timeline(
  'a run that takes too long is told while it runs; its own end ends nothing, a later run in time does',
  [
    at('1m', (world) =>
      world.create(
        cronJob('report', { ...HOURLY, script: succeeding(20 * MINUTE) }),
        monitor('all', [], SPEC),
      ),
    ),
    throughout('1m', '1h10m', 'no alert', alerts([])),
    between('1h10m', '1h10m2s', 'the alert', alerts([{ ...TOO_LONG, active: true, occurrences: 1 }])),
    throughout('1h15m', '1h40m', 'still open after its end', alerts([{ ...TOO_LONG, active: true }])),
    between('2h10m', '2h10m2s', 'the next one', alerts([{ ...TOO_LONG, occurrences: 2 }])),
    at('2h30m', (world) => world.patch(cronJob('report'), nowRuns(succeeding()))),
    between('3h', '3h15s', 'its end', alerts([{ ...TOO_LONG, active: false }])),
  ],
);

timeline('a run within the limit is not told', [
  at('1m', (world) =>
    world.create(cronJob('report', { ...HOURLY, script: succeeding(9 * MINUTE) }), monitor('all', [], SPEC)),
  ),
  throughout('1m', '3h', 'no alert', alerts([])),
]);

timeline('a monitor that is deleted leaves no alert of its own open, and says why it ended', [
  at('1m', (world) =>
    world.create(cronJob('report', { ...HOURLY, script: succeeding(20 * MINUTE) }), monitor('all', [], SPEC)),
  ),
  between('1h10m', '1h10m2s', 'the alert', alerts([{ ...TOO_LONG, active: true }])),
  at('1h30m', (world) => world.delete(monitor('all', []))),
  between(
    '1h30m',
    '1h30m2s',
    'its end',
    alerts([{ ...TOO_LONG, active: false, resolution: 'No monitor asks for this any more.' }]),
  ),
]);
