import type { EmptySlot } from '../slot/slot.ts';
import type { PassedSlot } from '../rule/missed-schedule.ts';
import { slotAfter, type Timetable } from '../schedule/timetable.ts';
import { givenUpAt } from '../slot/given-up-at.ts';
import type { KnownRun } from './moments.ts';

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
    const knownAt = givenUpAt(at, slotAfter(timetable, at), { startingDeadlineSeconds });
    slots.set(at, {
      at,
      isKnown: outcome !== 'unknown',
      why: message === null ? null : { message, knownAt },
    });
  }
  return [...slots.values()].toSorted((a, b) => a.at - b.at);
}
