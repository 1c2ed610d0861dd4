import { nextSlot } from '../schedule/next-slot.ts';
import { parseSchedule } from '../schedule/parse-schedule.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { findZone, type Zone } from '../schedule/zone.ts';
import type { CronJob } from './cron-job.ts';

/** A CronJob's schedule in its zone, or why there is none to be read. */
export type Timetable =
  | { readonly kind: 'slots'; readonly schedule: Schedule; readonly zone: Zone }
  | {
      readonly kind: 'unreadable';
      readonly reason: 'InvalidSchedule' | 'UnknownTimeZone';
      /** A sentence for whoever wrote it. */
      readonly problem: string;
    };

/** `controllerZone` is the zone of the cluster's controller manager: it holds where the CronJob names none. */
export function toTimetable(
  { schedule, timeZone }: Pick<CronJob, 'schedule' | 'timeZone'>,
  controllerZone: Zone,
): Timetable {
  const zone = timeZone === null ? controllerZone : findZone(timeZone);
  if (zone === null) {
    return {
      kind: 'unreadable',
      reason: 'UnknownTimeZone',
      problem: `There is no time zone \`${timeZone}\`.`,
    };
  }
  const parsed = parseSchedule(schedule);
  if (parsed.kind === 'invalid') {
    return { kind: 'unreadable', reason: 'InvalidSchedule', problem: parsed.reason };
  }
  return { kind: 'slots', schedule: parsed.schedule, zone };
}

/**
 * The first slot after `after`, in ms; null when none comes or the timetable cannot be read. `anchors`
 * are slots from which `@every` counts, in any order: it goes on from the latest that is not after
 * `after`, and begins anew at each one on its way. Others are aligned to the clock and need none.
 */
export function slotAfter(timetable: Timetable, after: number, anchors: readonly number[]): number | null {
  if (timetable.kind === 'unreadable') return null;
  const { schedule, zone } = timetable;
  if (schedule.kind === 'cron') return nextSlot(schedule, zone, after);
  const earlier = anchors.filter((anchor) => anchor <= after);
  const later = anchors.filter((anchor) => anchor > after);
  const base = earlier.length > 0 ? Math.max(...earlier) : Math.min(...later);
  if (!Number.isFinite(base)) return null;
  const next = base + (Math.floor((after - base) / schedule.periodMs) + 1) * schedule.periodMs;
  return Math.min(next, ...later);
}

/** The slots after `after` and up to `until`, oldest first, at most `limit`; `anchors` as for `slotAfter`. */
export function slotsAfter(
  timetable: Timetable,
  {
    after,
    until,
    limit,
    anchors,
  }: {
    readonly after: number;
    readonly until: number;
    readonly limit: number;
    readonly anchors: readonly number[];
  },
): number[] {
  const slots: number[] = [];
  let slot = slotAfter(timetable, after, anchors);
  while (slot !== null && slot <= until && slots.length < limit) {
    slots.push(slot);
    slot = slotAfter(timetable, slot, anchors);
  }
  return slots;
}
