import { nextSlot } from './next-slot.ts';
import { parseSchedule } from './parse-schedule.ts';
import type { Schedule } from './schedule.ts';
import { type MostRecentSlot, mostRecentSlot, slotsBetween } from './slots.ts';
import { findZone, type Zone } from './zone.ts';

/** The slots of one CronJob. */
export interface Timetable {
  readonly schedule: Schedule;
  /** Of the slots, also where the schedule's own prefix names it. */
  readonly zone: Zone;
  /** Any one slot, or the CronJob's creation: `@every` counts from it; the others are aligned to the clock. */
  readonly base: number;
}

/**
 * The timetable of a schedule's text. `controllerZone` is the zone of the cluster's controller
 * manager, which holds where the CronJob names none. Null when the schedule or the zone is invalid:
 * no slot ever comes.
 */
export function toTimetable(
  cronJob: {
    readonly schedule: string;
    readonly timeZone: string | null;
    readonly createdAt: number;
    readonly lastScheduledFor: number | null;
  },
  controllerZone: Zone,
): Timetable | null {
  const parsed = parseSchedule(cronJob.schedule);
  const zone = cronJob.timeZone === null ? controllerZone : findZone(cronJob.timeZone);
  if (parsed.kind === 'invalid' || zone === null) return null;
  const { schedule } = parsed;
  const own = schedule.kind === 'cron' ? schedule.zone : null;
  return { schedule, zone: own ?? zone, base: cronJob.lastScheduledFor ?? cronJob.createdAt };
}

/** The first slot after an instant; null when none ever comes. */
export function slotAfter(timetable: Timetable, after: number): number | null {
  return nextSlot(timetable.schedule, timetable.zone, aligned(timetable, after));
}

/** The slots in (after, until], oldest first, at most the first `limit` of them. */
export function slotsOf(timetable: Timetable, after: number, until: number, limit: number): number[] {
  return slotsBetween(timetable.schedule, timetable.zone, aligned(timetable, after), until, limit);
}

/** The last slot in (after, until] and how many there are; null when there is none. */
export function latestSlotOf(timetable: Timetable, after: number, until: number): MostRecentSlot | null {
  return mostRecentSlot(timetable.schedule, timetable.zone, aligned(timetable, after), until);
}

/** The slot of `@every` at or before an instant; the others need no such help. */
function aligned({ schedule, base }: Timetable, at: number): number {
  if (schedule.kind === 'cron') return at;
  return base + Math.floor((at - base) / schedule.periodMs) * schedule.periodMs;
}
