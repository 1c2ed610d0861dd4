import { nextSlot } from './next-slot.ts';
import { parseSchedule } from './parse-schedule.ts';
import { findZone } from './zone.ts';

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
  { schedule, timeZone, nextRunAt }: ScheduledNext,
  controllerTimeZone: string,
  now: number,
  until: number,
  spacingMs = 0,
): number[] {
  const parsed = parseSchedule(schedule);
  const zone = findZone(timeZone ?? controllerTimeZone);
  if (nextRunAt === null || parsed.kind === 'invalid' || zone === null) return [];
  const slots: number[] = [];
  const { schedule: read } = parsed;
  // A slot that is late stands in the past; the next one after now is found from it.
  let slot: number | null = nextRunAt;
  if (slot <= now)
    slot = read.kind === 'every' ? afterNow(slot, read.periodMs, now) : nextSlot(read, zone, now);
  while (slot !== null && slot <= until) {
    slots.push(slot);
    // Skips at once what is too near: a second's schedule over days would be a million steps.
    const after: number = spacingMs > 0 ? slot + spacingMs - 1 : slot;
    slot = read.kind === 'every' ? afterNow(slot, read.periodMs, after) : nextSlot(read, zone, after);
  }
  return slots;
}

/** The first instant after `now` that is a whole number of periods after `slot`. */
function afterNow(slot: number, periodMs: number, now: number): number {
  return slot + (Math.floor((now - slot) / periodMs) + 1) * periodMs;
}
