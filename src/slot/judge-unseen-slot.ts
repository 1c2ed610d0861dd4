import { SECOND } from '../lib/duration.ts';
import { isScheduledOtherwise } from './is-changed-for-slots.ts';
import { skipped, reasonFor } from './skip-reason.ts';
import type { EmptySlot } from './slot.ts';
import { isWithin, type Period, type SlotFacts } from './slot-facts.ts';
import type { StartedRun } from './started-run.ts';

/**
 * What became of a slot without a run that nobody watched, by what is left of it. The CronJob's last slot
 * only moves when a run starts, and its history keeps Jobs: where a run would have left a trace, none was
 * started. Else the slot is unknown.
 */
export function judgeUnseenSlot(slot: number, decidedAt: number, facts: SlotFacts): EmptySlot {
  const ofAnother = underAnotherSpec(slot, facts);
  if (ofAnother !== null) return ofAnother;
  const { lastScheduledFor } = facts.current;
  if (lastScheduledFor === slot) {
    return unknown(slot, 'A run was started for it and was gone before anybody could see it.');
  }
  const passedBy = lastScheduledFor !== null && lastScheduledFor > slot;
  if (passedBy && mayHaveGone(slot, facts)) {
    return unknown(slot, 'Nobody watched, and no trace tells whether a run was started.');
  }
  return inUndatedSuspension(slot, facts, facts.blind) ?? reasonFor(slot, decidedAt, facts);
}

/**
 * Likewise for a slot of a CronJob that was edited while the watches were silent: no run was missed, but nobody
 * knows when the edit was made.
 */
export function judgeUnheardSlot(slot: number, decidedAt: number, facts: SlotFacts): EmptySlot {
  return (
    underAnotherSpec(slot, facts) ??
    inUndatedSuspension(slot, facts, facts.silences) ??
    reasonFor(slot, decidedAt, facts)
  );
}

/** Null where the slot is one of the CronJob's now as it was before. */
function underAnotherSpec(slot: number, { cronJob, current }: SlotFacts): EmptySlot | null {
  if (cronJob.uid !== current.uid) {
    return unknown(slot, 'Nobody watched when the CronJob was deleted and made anew.');
  }
  if (isScheduledOtherwise(cronJob, current)) {
    return unknown(slot, 'Nobody watched when its schedule was changed.');
  }
  return null;
}

/** Null where it was not suspended or resumed meanwhile, and where the slot lies before or after that. */
function inUndatedSuspension(
  slot: number,
  { cronJob, current }: SlotFacts,
  periods: readonly Period[],
): EmptySlot | null {
  const isIn = periods.some((period) => isWithin(slot, period));
  if (cronJob.suspend === current.suspend || !isIn) return null;
  return skipped(
    slot,
    'Suspended',
    `It was ${current.suspend ? 'suspended' : 'resumed'} while nobody watched.`,
  );
}

function unknown(at: number, message: string): EmptySlot {
  return { at, outcome: 'unknown', reason: null, message };
}

/** Whether a run for the slot could have ended and been deleted since, its Job with it. */
function mayHaveGone(slot: number, { current, remaining, until }: SlotFacts): boolean {
  if (current.concurrencyPolicy === 'Replace') return true;
  const { ttlSecondsAfterFinished: ttl } = current;
  if (ttl !== null && until - slot > ttl * SECOND) return true;
  return (
    isBeyondHistory(slot, succeeded(remaining), current.successfulJobsHistoryLimit) ||
    isBeyondHistory(slot, failed(remaining), current.failedJobsHistoryLimit)
  );
}

/** The controller deletes the oldest first, and none as long as there are fewer than it keeps. */
function isBeyondHistory(slot: number, kept: readonly StartedRun[], limit: number): boolean {
  if (kept.length < limit) return false;
  return kept.every(({ startedAt }) => startedAt > slot);
}

function succeeded(runs: readonly StartedRun[]): readonly StartedRun[] {
  return runs.filter(({ slot, outcome }) => slot !== null && outcome === 'success');
}

function failed(runs: readonly StartedRun[]): readonly StartedRun[] {
  return runs.filter(({ slot, outcome }) => slot !== null && outcome === 'failed');
}
