import { nextSlot } from './next-slot.ts';
import type { Schedule } from './schedule.ts';
import type { Zone } from './zone.ts';

/** The slots in (afterMs, untilMs], oldest first, at most the first `limit` of them. */
export function slotsBetween(
  schedule: Schedule,
  zone: Zone,
  afterMs: number,
  untilMs: number,
  limit: number,
): number[] {
  const slots: number[] = [];
  let slot = nextSlot(schedule, zone, afterMs);
  while (slot !== null && slot <= untilMs && slots.length < limit) {
    slots.push(slot);
    slot = nextSlot(schedule, zone, slot);
  }
  return slots;
}

/** Counting stops here: Kubernetes' own warning (TooManyMissedTimes) begins above 100. */
export const MOST_MISSED_COUNTED = 101;

export interface MostRecentSlot {
  readonly slot: number;
  /** The slots in (earliest, now], this one included; `MOST_MISSED_COUNTED` when that many or more. */
  readonly missed: number;
}

/**
 * The last slot in (earliestMs, nowMs], the one that the CronJob controller starts. Null when none
 * passed. Its cost does not grow with the number of slots passed.
 */
export function mostRecentSlot(
  schedule: Schedule,
  zone: Zone,
  earliestMs: number,
  nowMs: number,
): MostRecentSlot | null {
  const first = slotsBetween(schedule, zone, earliestMs, nowMs, MOST_MISSED_COUNTED);
  const missed = first.length;
  if (missed === 0) return null;
  if (missed < MOST_MISSED_COUNTED) return { slot: first.at(-1)!, missed };
  return { slot: lastSlot(schedule, zone, first.at(-1)!, nowMs), missed };
}

/** The last slot up to `nowMs`, given one slot up to then. */
function lastSlot(schedule: Schedule, zone: Zone, knownSlot: number, nowMs: number): number {
  if (schedule.kind === 'every') {
    return knownSlot + Math.floor((nowMs - knownSlot) / schedule.periodMs) * schedule.periodMs;
  }
  // Halve the gap between a second after which a slot still comes in time and one after which none does.
  let comes = Math.floor(knownSlot / 1_000) - 1;
  let comesNot = Math.floor(nowMs / 1_000);
  while (comesNot - comes > 1) {
    const middle = Math.floor((comes + comesNot) / 2);
    const slot = nextSlot(schedule, zone, middle * 1_000);
    if (slot !== null && slot <= nowMs) comes = middle;
    else comesNot = middle;
  }
  return nextSlot(schedule, zone, comes * 1_000) ?? knownSlot;
}
