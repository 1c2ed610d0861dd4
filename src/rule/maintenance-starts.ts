import { nextSlot } from '../schedule/next-slot.ts';
import type { CronSchedule } from '../schedule/schedule.ts';
import { mostRecentSlot } from '../schedule/slots.ts';
import type { Zone } from '../schedule/zone.ts';
import type { MaintenanceWindow } from './monitor-spec.ts';

type Starts = Pick<MaintenanceWindow, 'schedule' | 'zone'>;

/*
 * When windows begin. A CronJob's slot may be skipped by a change of the clock, a window may not: where
 * its local time does not exist that day it begins as the clock before the change would have had it, and
 * where its local time comes twice it begins twice. So the schedule is read under one constant offset
 * after the other, each from its first instant to its last, and on through the hour that the clock skips.
 */

/** The last start in (afterMs, untilMs]; null when there is none. */
export function lastStart(window: Starts, afterMs: number, untilMs: number): number | null {
  const slots = offsetsBetween(window, afterMs, untilMs).map(
    ({ schedule, zone, from, until }) => mostRecentSlot(schedule, zone, from, until)?.slot ?? -Infinity,
  );
  return finite(Math.max(...slots));
}

/** The first start in (afterMs, untilMs]; null when there is none. */
export function firstStart(window: Starts, afterMs: number, untilMs: number): number | null {
  const slots = offsetsBetween(window, afterMs, untilMs).map(({ schedule, zone, from, until }) => {
    const slot = nextSlot(schedule, zone, from);
    return slot === null || slot > until ? Infinity : slot;
  });
  return finite(Math.min(...slots));
}

/** The schedule under one offset; it holds for starts in (from, until]. */
interface Offset {
  readonly schedule: CronSchedule;
  readonly zone: Zone;
  readonly from: number;
  readonly until: number;
}

function offsetsBetween(window: Starts, afterMs: number, untilMs: number): readonly Offset[] {
  const { name, periods } = window.schedule.zone ?? window.zone;
  const schedule: CronSchedule = { ...window.schedule, zone: null };
  return periods
    .map(({ start, end, offset }, index): Offset => {
      const skippedSeconds = Math.max(0, (periods[index + 1]?.offset ?? offset) - offset);
      return {
        schedule,
        zone: { name, periods: [{ start: -Infinity, end: Infinity, offset }] },
        from: Math.max(afterMs, start * 1_000 - 1),
        until: Math.min(untilMs, (end + skippedSeconds) * 1_000 - 1),
      };
    })
    .filter(({ from, until }) => from < until);
}

function finite(instant: number): number | null {
  return Number.isFinite(instant) ? instant : null;
}
