import type { Turns } from '../../lib/turns.ts';
import { forecast, type ScheduledNext } from '../../slot/forecast.ts';
import type { Zone } from '../../schedule/zone.ts';

/** A range in ms since the epoch, counted in steps. */
export interface SteppedRange {
  readonly from: number;
  readonly to: number;
  readonly now: number;
  readonly stepMs: number;
}

/** The runs that started in one step of the range. */
interface StoredStarts {
  readonly step: number;
  readonly runs: number;
  readonly failed: number;
}

/** A number for every step: how many runs started, and how many of them failed. */
export function toStartCounts(
  starts: readonly StoredStarts[],
  range: SteppedRange,
): { readonly started: number[]; readonly failed: number[] } {
  const started = zeros(range);
  const failed = zeros(range);
  for (const { step, runs, failed: failures } of starts) {
    // A start at the very end of the range would open a step of its own.
    const index = Math.min(step, started.length - 1);
    started[index]! += runs;
    failed[index]! += failures;
  }
  return { started, failed };
}

/** So many schedules are read in one go; thousands of them take a second, in which others want answers too. */
const SCHEDULES_AT_ONCE = 50;

/** What is to come. */
interface SlotCounts {
  /** A number for every step. */
  readonly forecast: number[];
  /** The first of all; null when there is none up to the end of the range. */
  readonly nextAt: number | null;
}

/** How many slots are to come in every step, given each schedule with the number of CronJobs that have it. */
export async function countSlots(
  schedules: readonly (ScheduledNext & { readonly cronJobs: number })[],
  controllerZone: Zone,
  range: SteppedRange,
  turns: Turns,
): Promise<SlotCounts> {
  const counts = zeros(range);
  let nextAt: number | null = null;
  for (const [index, schedule] of schedules.entries()) {
    if (index % SCHEDULES_AT_ONCE === SCHEDULES_AT_ONCE - 1) await turns.next();
    const slots = forecast(schedule, controllerZone, range.now, range.to);
    if (slots[0] !== undefined) nextAt = Math.min(nextAt ?? Infinity, slots[0]);
    for (const slot of slots) {
      const step = Math.floor((slot - range.from) / range.stepMs);
      if (step >= 0 && step < counts.length) counts[step]! += schedule.cronJobs;
    }
  }
  return { forecast: counts, nextAt };
}

function zeros({ from, to, stepMs }: SteppedRange): number[] {
  return Array.from({ length: Math.ceil((to - from) / stepMs) }, () => 0);
}
