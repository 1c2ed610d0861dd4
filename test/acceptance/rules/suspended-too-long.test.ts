import { alerts } from '../expect.ts';
import { cronJob, monitor } from '../manifests.ts';
import { at, between, throughout, timeline } from '../timeline.ts';

const SPEC = { suspendedHandling: { alertIfSuspendedFor: '2h' } };
const TOO_LONG = { reason: 'SuspendedTooLong', type: 'deadManSwitch', severity: 'warning' } as const;

timeline('a suspension that lasts too long is told, and ends with its end', [
  at('1m', (world) => world.create(cronJob('report'), monitor('all', [], SPEC))),
  at('10m', (world) => world.patch(cronJob('report'), { spec: { suspend: true } })),
  throughout('10m', '2h10m', 'no alert', alerts([])),
  between('2h10m', '2h10m1s', 'the alert', alerts([{ ...TOO_LONG, active: true }])),
  at('3h', (world) => world.patch(cronJob('report'), { spec: { suspend: false } })),
  between('3h', '3h2s', 'its end', alerts([{ ...TOO_LONG, active: false, resolution: 'It was resumed.' }])),
]);

timeline('a suspension that ends in time is not told; the next one counts anew', [
  at('1m', (world) => world.create(cronJob('report'), monitor('all', [], SPEC))),
  at('10m', (world) => world.patch(cronJob('report'), { spec: { suspend: true } })),
  at('2h', (world) => world.patch(cronJob('report'), { spec: { suspend: false } })),
  at('2h5m', (world) => world.patch(cronJob('report'), { spec: { suspend: true } })),
  throughout('10m', '4h5m', 'no alert', alerts([])),
]);
