import { alerts } from '../expect.ts';
import { cronJob, monitor, nowRuns, succeeding } from '../manifests.ts';
import { at, between, throughout, timeline } from '../timeline.ts';

const SPEC = { sla: { minDuration: '30s', minSuccessRate: 0 } };
const TOO_SHORT = { reason: 'MinDuration', type: 'slaViolation', severity: 'warning' } as const;

timeline('a success that came too soon is told, and ends with one that took long enough', [
  at('1m', (world) =>
    world.create(cronJob('report', { script: succeeding(60_000) }), monitor('all', [], SPEC)),
  ),
  throughout('1m', '9m', 'no alert', alerts([])),
  at('9m', (world) => world.patch(cronJob('report'), nowRuns(succeeding(5_000)))),
  between('10m', '10m10s', 'the alert', alerts([{ ...TOO_SHORT, active: true }])),
  between('15m', '15m10s', 'the second', alerts([{ ...TOO_SHORT, occurrences: 2 }])),
  at('16m', (world) => world.patch(cronJob('report'), nowRuns(succeeding(60_000)))),
  between('20m10s', '21m5s', 'its end', alerts([{ ...TOO_SHORT, active: false }])),
]);
