import { SECOND } from '../../src/lib/duration.ts';
import type { ForetoldRun } from './foretell-runs.ts';
import type { Outage, PlannedCronJob } from './world-plan.ts';

const GRACE_MS = 10 * SECOND;

/** From when on no run can come for a slot any more. */
export function givenUpAt(
  slot: number,
  { timetable, startingDeadlineMs }: Pick<PlannedCronJob, 'timetable' | 'startingDeadlineMs'>,
): number {
  return slot + Math.min(timetable.periodMs, startingDeadlineMs ?? Infinity) + GRACE_MS;
}

/**
 * Whether nobody can know that a slot had no run: the service was down when that was decided, a later slot was
 * started meanwhile, and under Replace the run of that one would have taken the other's away with its traces.
 */
export function isUntraceable(
  slot: number,
  {
    cronJob,
    runs,
    outages,
  }: {
    readonly cronJob: Pick<PlannedCronJob, 'timetable' | 'startingDeadlineMs' | 'concurrencyPolicy'>;
    readonly runs: readonly ForetoldRun[];
    readonly outages: readonly Outage[];
  },
): boolean {
  if (cronJob.concurrencyPolicy !== 'Replace' || runs.some((run) => run.slot === slot)) return false;
  const decidedAt = givenUpAt(slot, cronJob);
  return outages
    .filter(({ kind, from, until }) => kind === 'service' && from <= decidedAt && slot < until)
    .some(({ until }) => runs.some((run) => run.slot > slot && run.startAt < until));
}
