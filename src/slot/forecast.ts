import type { Zone } from '../schedule/zone.ts';
import { slotAfter, toTimetable } from '../schedule/timetable.ts';

/** A schedule with the slot that comes next, from which `@every` counts on. */
export interface ScheduledNext {
  readonly schedule: string;
  /** Null: the zone of the cluster's controller manager. */
  readonly timeZone: string | null;
  readonly nextRunAt: number | null;
}

/**
 * The slots after `now` and up to `until`, oldest first, each at least `spacingMs` after the one before.
 * None without a next run, and none for what cannot be read: that is told where the schedule is judged.
 */
export function forecast(
  cronJob: ScheduledNext,
  controllerZone: Zone,
  now: number,
  until: number,
  spacingMs = 0,
): number[] {
  const { nextRunAt } = cronJob;
  if (nextRunAt === null) return [];
  const timetable = toTimetable(cronJob, controllerZone, [nextRunAt]);
  if (timetable.kind === 'unreadable') return [];
  const slots: number[] = [];
  let slot = nextRunAt > now ? nextRunAt : slotAfter(timetable, now);
  while (slot !== null && slot <= until) {
    slots.push(slot);
    // Skips at once what is too near: a second's schedule over days would be a million steps.
    slot = slotAfter(timetable, slot + Math.max(0, spacingMs - 1));
  }
  return slots;
}
