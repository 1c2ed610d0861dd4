import { nextSlot } from './next-slot.ts';
import { parseSchedule } from './parse-schedule.ts';
import type { Schedule } from './schedule.ts';
import { MOST_MISSED_COUNTED, type MostRecentSlot, mostRecentSlot } from './slots.ts';
import { findZone, type Zone } from './zone.ts';

/** A CronJob's schedule in its zone, or why there is none to be read. */
export type Timetable = ReadableTimetable | UnreadableTimetable;

export interface ReadableTimetable {
  readonly kind: 'slots';
  readonly schedule: Schedule;
  /** Of the slots, also where the schedule's own prefix names it. */
  readonly zone: Zone;
  /**
   * Slots from which `@every` counts, in any order: it goes on from the latest that has come, and begins
   * anew at each one on its way. Schedules of any other kind are aligned to the clock and need none.
   */
  readonly anchors: readonly number[];
}

export interface UnreadableTimetable {
  readonly kind: 'unreadable';
  readonly reason: 'InvalidSchedule' | 'UnknownTimeZone';
  /** A sentence for whoever wrote it. */
  readonly problem: string;
}

/** `controllerZone` is the zone of the cluster's controller manager: it holds where the CronJob names none. */
export function toTimetable(
  { schedule, timeZone }: { readonly schedule: string; readonly timeZone: string | null },
  controllerZone: Zone,
  anchors: readonly number[] = [],
): Timetable {
  const zone = timeZone === null ? controllerZone : findZone(timeZone);
  if (zone === null) {
    const problem = `There is no time zone \`${timeZone}\`.`;
    return { kind: 'unreadable', reason: 'UnknownTimeZone', problem };
  }
  const parsed = parseSchedule(schedule);
  if (parsed.kind === 'invalid') {
    return { kind: 'unreadable', reason: 'InvalidSchedule', problem: parsed.reason };
  }
  const own = parsed.schedule.kind === 'cron' ? parsed.schedule.zone : null;
  return { kind: 'slots', schedule: parsed.schedule, zone: own ?? zone, anchors };
}

/** The same timetable, whose `@every` counts from these. */
export function withAnchors(timetable: Timetable, anchors: readonly number[]): Timetable {
  return timetable.kind === 'slots' ? { ...timetable, anchors } : timetable;
}

/** The first slot after an instant; null when none comes or the timetable cannot be read. */
export function slotAfter(timetable: Timetable, after: number): number | null {
  if (timetable.kind === 'unreadable') return null;
  const { schedule, zone, anchors } = timetable;
  if (schedule.kind === 'cron') return nextSlot(schedule, zone, after);
  const base = anchorOf(anchors, after);
  if (base === null) return null;
  const next = base + (Math.floor((after - base) / schedule.periodMs) + 1) * schedule.periodMs;
  return Math.min(next, ...anchors.filter((anchor) => anchor > after));
}

/** The slots in (after, until], oldest first, at most the first `limit` of them. */
export function slotsAfter(timetable: Timetable, after: number, until: number, limit: number): number[] {
  const slots: number[] = [];
  let slot = slotAfter(timetable, after);
  while (slot !== null && slot <= until && slots.length < limit) {
    slots.push(slot);
    slot = slotAfter(timetable, slot);
  }
  return slots;
}

/** The last slot in (after, until] and how many there are; null when there is none. */
export function latestSlot(timetable: Timetable, after: number, until: number): MostRecentSlot | null {
  if (timetable.kind === 'unreadable') return null;
  const { schedule, zone, anchors } = timetable;
  if (schedule.kind === 'cron') return mostRecentSlot(schedule, zone, after, until);
  const first = slotsAfter(timetable, after, until, MOST_MISSED_COUNTED);
  if (first.length < MOST_MISSED_COUNTED) {
    const slot = first.at(-1);
    return slot === undefined ? null : { slot, missed: first.length };
  }
  const base = anchorOf(anchors, until)!;
  const slot = base + Math.floor((until - base) / schedule.periodMs) * schedule.periodMs;
  return { slot, missed: MOST_MISSED_COUNTED };
}

/** The latest that is not after `at`, else the first; null when there is none. */
function anchorOf(anchors: readonly number[], at: number): number | null {
  const earlier = anchors.filter((anchor) => anchor <= at);
  if (earlier.length > 0) return Math.max(...earlier);
  return anchors.length === 0 ? null : Math.min(...anchors);
}
