import type { Check } from '../timeline.ts';
import { cronJob, monitor, nowRuns, succeeding } from '../manifests.ts';
import { at, between, throughout, timeline } from '../timeline.ts';

const MINUTE = 60_000;
const SPEC = { sla: { minSuccessRate: 0, durationBaselineWindowDays: 3 } };

/** Whether there are so many alerts about the durations, and whether the latest is open. */
function regressions(count: number, active = false): Check {
  return async (world) => {
    const seen = (await world.alerts()).filter(({ reason }) => reason === 'DurationRegression');
    const fits = seen.length === count && (count === 0 || seen[0]?.active === active);
    return fits ? null : JSON.stringify(seen.map(({ message, active: open }) => ({ message, open })));
  };
}

// From then on one ends at 25 past, and one on the stroke of the half hour.
timeline('runs that take half as long again as before are told at the end of the quarter of an hour', [
  at('1m', (world) =>
    world.create(
      cronJob('report', { schedule: '0,5 * * * *', script: succeeding(10 * MINUTE) }),
      monitor('all', [], SPEC),
    ),
  ),
  at('47h30m', (world) => world.patch(cronJob('report'), nowRuns(succeeding(25 * MINUTE)))),
  throughout('47h30m', '49h29m', 'too few of them yet', regressions(0)),
  between('49h30m', '49h30m1s', 'the alert', regressions(1, true)),
  at('49h40m', (world) => world.patch(cronJob('report'), nowRuns(succeeding(10 * MINUTE)))),
  between('50h', '74h', 'its end', regressions(1, false)),
]);
