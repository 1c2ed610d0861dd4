import { alerts } from './expect.ts';
import { cronJob, failing, monitor } from './manifests.ts';
import { slots } from './slots/expect-slots.ts';
import { at, between, type Check, throughout, timeline } from './timeline.ts';
import type { World } from './world.ts';

const SPEC = {
  deadManSwitch: { maxTimeSinceLastSuccess: '40m', autoFromSchedule: { enabled: false } },
};
const HOURLY_LIMITS = { successfulJobsHistoryLimit: 20, failedJobsHistoryLimit: 20 };
const BROKEN = cronJob('report', { script: failing(), spec: HOURLY_LIMITS });
const MENDED = cronJob('report', { spec: HOURLY_LIMITS });

/** Deleted with its runs. */
async function replace(world: World): Promise<void> {
  await world.delete(BROKEN);
  await world.settle();
  await world.create(MENDED);
}

function runs(counts: { readonly failed: number; readonly success: number }): Check {
  return async (world) => {
    const seen = await world.executions('report');
    const of = (status: string) => seen.filter((run) => run.status === status).length;
    const fits = of('failed') === counts.failed && of('success') === counts.success;
    return fits ? null : `there were ${of('failed')} failed and ${of('success')} successful runs`;
  };
}

const FAILED = { reason: 'JobFailed', active: true } as const;
const ENDED = {
  reason: 'JobFailed',
  active: false,
  resolution: 'The CronJob was deleted and created anew.',
  resolvedAt: '2026-03-02T12:17:00Z',
} as const;

timeline(
  'a CronJob that was deleted and made anew while nobody watched ends what was open, and starts afresh',
  [
    at('1m', (world) => world.create(BROKEN, monitor('all', [], SPEC))),
    between('5m', '5m15s', 'the failure', alerts([FAILED])),
    at('11m', (world) => world.stopService()),
    at('17m', replace),
    at('18m', (world) => world.startService()),
    throughout('18m', '20m', 'the end of what was open, at the creation', alerts([ENDED])),
    throughout('18m', '20m', 'what was seen of the one before', runs({ failed: 2, success: 0 })),
    // The slot of 12:15 was the old one's, and its run was deleted with it.
    throughout(
      '18m',
      '19m',
      'the slots of the one before',
      slots('report', ['5 ran', '10 ran', '15 unknown']),
    ),
    throughout(
      '21m',
      '24m',
      'the first of the new one',
      slots('report', ['5 ran', '10 ran', '15 unknown', '20 ran']),
    ),
    throughout('21m', '24m', 'one history', runs({ failed: 2, success: 1 })),
    at('24m', (world) => world.patch(MENDED, { spec: { suspend: true } })),
    throughout('24m', '80m', 'no other alert', alerts([ENDED])),
  ],
);

timeline('a silence counts anew from a recreation that nobody watched', [
  at('1m', (world) => world.create(BROKEN, monitor('all', [], SPEC))),
  at('30m', (world) => world.stopService()),
  at('39m', (world) => world.delete(BROKEN)),
  at('40m', (world) => world.create(BROKEN)),
  at('42m', (world) => world.startService()),
  throughout(
    '45m11s',
    '50m',
    'the failures of both',
    alerts([{ ...ENDED, resolvedAt: '2026-03-02T12:40:00Z' }, FAILED]),
  ),
  throughout('51m', '79m', 'no silence yet', alerts([{ active: false }, FAILED])),
  between(
    '80m',
    '80m2s',
    'forty minutes of the new one',
    alerts([{ active: false }, FAILED, { reason: 'NoRecentSuccess', active: true }]),
  ),
]);

timeline('a suspension while nobody watched is no silence, and nothing that it explains was missed', [
  at('1m', (world) =>
    world.create(
      cronJob('report'),
      monitor('all', [], {
        deadManSwitch: { maxTimeSinceLastSuccess: '40m', autoFromSchedule: { buffer: '10m' } },
      }),
    ),
  ),
  at('11m', (world) => world.stopService()),
  at('12m', (world) => world.patch(MENDED, { spec: { suspend: true } })),
  at('90m', (world) => world.startService()),
  throughout('90m', '2h', 'no alert', alerts([])),
]);
