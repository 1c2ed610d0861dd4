import type { EmptySlot } from '../slot/slot.ts';
import { SECOND } from '../lib/duration.ts';
import type { PassedSlot } from '../rule/missed-schedule.ts';
import { slotAfter, type Timetable } from '../schedule/timetable.ts';
import type { KnownRun } from './moments.ts';

/** A slot is given up so long after its time is over. */
const GRACE_MS = 10 * SECOND;

/**
 * When it is certain of a slot that no run starts for it: the next one has come, or its deadline has
 * passed. Infinity when it never is.
 */
export function givenUpAt(
  slot: number,
  timetable: Timetable,
  startingDeadlineSeconds: number | null,
): number {
  const next = slotAfter(timetable, slot);
  const deadline = startingDeadlineSeconds === null ? Infinity : slot + startingDeadlineSeconds * SECOND;
  return Math.min(next ?? Infinity, deadline) + GRACE_MS;
}

/**
 * The slots up to `finalUntil` for which no run started in time, as far as they may matter: those without
 * a run, and those of runs that may have started late, which had none until then.
 */
export function passedSlots({
  empty,
  runs,
  finalUntil,
  timetable,
  startingDeadlineSeconds,
}: {
  readonly empty: readonly EmptySlot[];
  readonly runs: readonly KnownRun[];
  readonly finalUntil: number;
  readonly timetable: Timetable;
  readonly startingDeadlineSeconds: number | null;
}): readonly PassedSlot[] {
  const slots = new Map<number, PassedSlot>();
  for (const { scheduledFor: at } of runs) {
    if (at !== null && at <= finalUntil) slots.set(at, { at, isKnown: true, why: null });
  }
  for (const { at, outcome, message } of empty) {
    const knownAt = givenUpAt(at, timetable, startingDeadlineSeconds);
    slots.set(at, {
      at,
      isKnown: outcome !== 'unknown',
      why: message === null ? null : { message, knownAt },
    });
  }
  return [...slots.values()].toSorted((a, b) => a.at - b.at);
}
