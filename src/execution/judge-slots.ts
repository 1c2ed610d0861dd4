import { SECOND } from '../lib/duration.ts';
import { judgeUnseenSlot } from './judge-unseen-slot.ts';
import { reasonFor } from './skip-reason.ts';
import type { EmptySlot } from './slot.ts';
import { isWithin, type SlotFacts } from './slot-facts.ts';
import { slotAfter } from './timetable.ts';

export interface SlotJudgement {
  readonly empty: readonly EmptySlot[];
  /** Every slot up to here has an outcome: one that is in `empty`, or a run. */
  readonly judgedUntil: number;
  /** When a slot that may still be started can be judged; null when none waits. */
  readonly recheckAt: number | null;
}

/** A slot is not given up before the Job that was created for it had time to be told. */
const GRACE_MS = 10 * SECOND;
/** Slots judged at a time, so that a long outage of a frequent CronJob blocks nobody else. */
const MOST_AT_ONCE = 500;

/**
 * Says what became of each slot that passed. A slot is decided by a run for it or for a later one; without
 * any, once the next slot has come or its deadline has passed, ten seconds later. It waits until then.
 */
export function judgeSlots(facts: SlotFacts): SlotJudgement {
  const { timetable, until } = facts;
  const anchors = anchorsOf(facts);
  const started = new Set(facts.runs.map(({ slot }) => slot));
  const lastStarted = Math.max(...[...started].map((slot) => slot ?? -Infinity));
  const empty: EmptySlot[] = [];
  let judgedUntil = facts.after;
  let slot = slotAfter(timetable, judgedUntil, anchors);
  for (let count = 0; slot !== null && slot <= until; count += 1) {
    if (count === MOST_AT_ONCE) return { empty, judgedUntil, recheckAt: until };
    const next = slotAfter(timetable, slot, anchors);
    if (!started.has(slot)) {
      const decidedAt = finalityOf(slot, next, facts);
      const finalAt = slot < lastStarted || facts.changed ? until : decidedAt;
      if (finalAt > until) return { empty, judgedUntil, recheckAt: finalAt === Infinity ? null : finalAt };
      const seen = !facts.blind.some(({ from, to }) => from <= decidedAt && to > slot!);
      empty.push(seen ? reasonFor(slot, facts) : judgeUnseenSlot(slot, facts));
    }
    judgedUntil = slot;
    slot = next;
  }
  // Nothing else happens at the slot of a suspended CronJob.
  const recheckAt = slot !== null && isWithin(slot, facts.suspension) ? slot + GRACE_MS : null;
  return { empty, judgedUntil: Math.max(judgedUntil, until), recheckAt };
}

function finalityOf(slot: number, next: number | null, { cronJob, suspension }: SlotFacts): number {
  if (isWithin(slot, suspension)) return slot + GRACE_MS;
  const { startingDeadlineSeconds } = cronJob;
  const deadline = startingDeadlineSeconds === null ? Infinity : slot + startingDeadlineSeconds * SECOND;
  return Math.min(next ?? Infinity, deadline) + GRACE_MS;
}

/** `@every` counts from the slots that were started, and from the creation before the first. */
function anchorsOf({ cronJob, current, runs }: SlotFacts): readonly number[] {
  const slots = runs.map(({ slot }) => slot).filter((slot) => slot !== null);
  const { lastScheduledFor, createdAt } = cronJob.schedule === current.schedule ? current : cronJob;
  return [lastScheduledFor ?? createdAt, ...slots];
}
