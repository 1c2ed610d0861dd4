import { HOUR, SECOND } from '../lib/duration.ts';
import { givenUpAt, GRACE_MS } from './given-up-at.ts';
import { judgeUnheardSlot, judgeUnseenSlot } from './judge-unseen-slot.ts';
import { hindrance, reasonFor } from './skip-reason.ts';
import type { EmptySlot } from './slot.ts';
import { isWithin, type Period, type SlotFacts } from './slot-facts.ts';
import { slotAfter, withAnchors } from '../schedule/timetable.ts';

export interface SlotJudgement {
  readonly empty: readonly EmptySlot[];
  /** Every slot up to here has an outcome: one that is in `empty`, or a run. */
  readonly judgedUntil: number;
  /** When a slot that may still be started can be judged; null when none waits. */
  readonly recheckAt: number | null;
  /** Whether the controller is to be asked what hindered a slot; with its answer, look again. */
  readonly asks: boolean;
}

/** Slots judged at a time, so that a long outage of a frequent CronJob blocks nobody else. */
const MOST_AT_ONCE = 500;
/** A slot without a run after this is worth a question; the controller looks every 10 s or so. */
const OVERDUE_MS = 15 * SECOND;
/** Clusters keep events for an hour. */
const EVENTS_KEPT_MS = HOUR;
/** The controller is asked about one CronJob no more often than this, however often it is due. */
const ASKED_EVERY_MS = 10 * SECOND;

/**
 * Says what became of each slot that passed. A slot is decided by a run for it or for a later one; without
 * any, once the next slot has come or its deadline has passed, ten seconds later. It waits until then.
 */
export function judgeSlots(facts: SlotFacts): SlotJudgement {
  const { until } = facts;
  const timetable = withAnchors(facts.timetable, anchorsOf(facts));
  const started = new Set(facts.runs.map(({ slot }) => slot));
  const lastStarted = Math.max(...[...started].map((slot) => slot ?? -Infinity));
  const empty: EmptySlot[] = [];
  let judgedUntil = facts.after;
  let slot = slotAfter(timetable, judgedUntil);
  for (let count = 0; slot !== null && slot <= until; count += 1) {
    if (count === MOST_AT_ONCE) return { empty, judgedUntil, recheckAt: until, asks: false };
    const next = slotAfter(timetable, slot);
    if (!started.has(slot)) {
      const judged = judgeSlot(slot, next, slot < lastStarted, facts);
      if (judged.kind === 'waits') return { empty, judgedUntil, ...judged };
      empty.push(judged.slot);
    }
    judgedUntil = slot;
    slot = next;
  }
  // Nothing else happens at the slot of a suspended CronJob.
  const recheckAt = slot !== null && isWithin(slot, facts.suspension) ? slot + GRACE_MS : null;
  return { empty, judgedUntil: Math.max(judgedUntil, until), recheckAt, asks: false };
}

type JudgedSlot =
  | { readonly kind: 'judged'; readonly slot: EmptySlot }
  | { readonly kind: 'waits'; readonly recheckAt: number | null; readonly asks: boolean };

function judgeSlot(slot: number, next: number | null, overtaken: boolean, facts: SlotFacts): JudgedSlot {
  const { until, changed, blind, silences, current } = facts;
  const decidedAt = decisionAt(slot, next, facts);
  const touches = ({ from, to }: Period) => from <= decidedAt && to > slot;
  const unseen = blind.some(touches);
  // While nobody watched, what the CronJob says of its last slot is as good as the run.
  const startedUnseen = unseen && (current.lastScheduledFor ?? -Infinity) >= slot;
  const isFinal = overtaken || changed || startedUnseen || decidedAt <= until;
  const askAt = questionAt(slot, decidedAt, facts);
  const asks = askAt <= until;
  if (isFinal && !asks) {
    const unheard = changed && silences.some(touches);
    const judge = unseen ? judgeUnseenSlot : unheard ? judgeUnheardSlot : reasonFor;
    return { kind: 'judged', slot: judge(slot, decidedAt, facts) };
  }
  const recheckAt = isFinal ? Infinity : Math.min(decidedAt, asks ? Infinity : askAt);
  return { kind: 'waits', recheckAt: recheckAt === Infinity ? null : recheckAt, asks };
}

/** When the controller is to be asked about the slot; Infinity when it has nothing to add. */
function questionAt(slot: number, decidedAt: number, facts: SlotFacts): number {
  const { until, changed, events } = facts;
  if (changed || until - slot > EVENTS_KEPT_MS || hindrance(slot, facts) !== null) return Infinity;
  const overdueAt = Math.min(slot + OVERDUE_MS, decidedAt);
  if (events === null || overdueAt > until) return overdueAt;
  const answered = events.askedAt >= overdueAt || events.askedAt > until - ASKED_EVERY_MS;
  return answered ? Infinity : overdueAt;
}

/** When it is decided of a slot that nobody started it. */
function decisionAt(slot: number, next: number | null, { cronJob, suspension }: SlotFacts): number {
  return isWithin(slot, suspension) ? slot + GRACE_MS : givenUpAt(slot, next, cronJob);
}

/** `@every` counts from the slots that were started, and from the creation before the first. */
function anchorsOf({ cronJob, current, runs }: SlotFacts): readonly number[] {
  const slots = runs.map(({ slot }) => slot).filter((slot) => slot !== null);
  const { lastScheduledFor, createdAt } = cronJob.schedule === current.schedule ? current : cronJob;
  return [lastScheduledFor ?? createdAt, ...slots];
}
