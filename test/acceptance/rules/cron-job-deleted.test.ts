import { alerts } from '../expect.ts';
import { cronJob, failing, monitor } from '../manifests.ts';
import { at, between, throughout, timeline } from '../timeline.ts';
import type { World } from '../world.ts';

const SPEC = { deadManSwitch: { autoFromSchedule: { buffer: '10m' } } };
const DELETED = { reason: 'CronJobDeleted', type: 'deadManSwitch', severity: 'warning' } as const;

async function acknowledge(world: World): Promise<void> {
  const [alert] = await world.alerts();
  await world.post(`/api/v1/alerts/${alert!.id}/acknowledge`);
}

timeline('a deletion is told when its buffer is over, and ends with a recreation', [
  at('1m', (world) => world.create(cronJob('report'), monitor('all', [], SPEC))),
  at('20m', (world) => world.delete(cronJob('report'))),
  throughout('20m', '30m', 'no alert', alerts([])),
  between('30m', '30m1s', 'the alert', alerts([{ ...DELETED, active: true }])),
  throughout('31m', '50m', 'one alert', alerts([{ ...DELETED, active: true }])),
  at('50m', (world) => world.create(cronJob('report'))),
  between(
    '50m',
    '50m2s',
    'its end',
    alerts([
      {
        ...DELETED,
        active: false,
        resolution: 'The CronJob was created anew.',
        resolvedAt: '2026-03-02T12:50:00Z',
      },
    ]),
  ),
]);

timeline('a CronJob that is recreated in time is not told', [
  at('1m', (world) => world.create(cronJob('report'), monitor('all', [], SPEC))),
  at('20m', (world) => world.delete(cronJob('report'))),
  at('25m', (world) => world.create(cronJob('report'))),
  throughout('20m', '1h', 'no alert', alerts([])),
]);

timeline('an acknowledgement ends it for good', [
  at('1m', (world) => world.create(cronJob('report'), monitor('all', [], SPEC))),
  at('20m', (world) => world.delete(cronJob('report'))),
  between('30m', '30m1s', 'the alert', alerts([{ ...DELETED, active: true }])),
  at('40m', acknowledge),
  throughout('40m', '2h', 'its end', alerts([{ ...DELETED, active: false }])),
]);

timeline('what was open ends with the CronJob', [
  at('1m', (world) => world.create(cronJob('report', { script: failing() }), monitor('all', [], SPEC))),
  between('5m', '5m15s', 'the failure', alerts([{ reason: 'JobFailed', active: true }])),
  at('20m', (world) => world.delete(cronJob('report'))),
  between('20m', '20m6s', 'its end', alerts([{ active: false, resolution: 'The CronJob was deleted.' }])),
]);

timeline("the deletion of a CronJob that no monitor selects is nobody's concern", [
  at('1m', (world) => world.create(cronJob('report'))),
  at('20m', (world) => world.delete(cronJob('report'))),
  throughout('20m', '3h', 'no alert', alerts([])),
]);

timeline('a deletion while the service was down is told once its buffer is over, and one before it too', [
  at('1m', (world) => world.create(cronJob('before'), cronJob('during'), monitor('all', [], SPEC))),
  at('20m', (world) => world.delete(cronJob('before'))),
  at('25m', (world) => world.stopService()),
  at('26m', (world) => world.delete(cronJob('during'))),
  at('40m', (world) => world.startService()),
  throughout('41m', '50m', 'the first', alerts([{ ...DELETED, cronjobName: 'before' }])),
  between(
    '50m',
    '50m2s',
    'the second',
    alerts([
      { ...DELETED, cronjobName: 'before' },
      { ...DELETED, cronjobName: 'during' },
    ]),
  ),
]);
