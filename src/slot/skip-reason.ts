import { reportedReason } from './controller-event.ts';
import type { EmptySlot, SkipReason } from './slot.ts';
import { isWithin, type SlotFacts } from './slot-facts.ts';
import { wasActiveAt } from './started-run.ts';

/**
 * Why a slot without a run was skipped: what is known to have hindered it, else what the controller reported
 * until `decidedAt`, else nothing.
 */
export function reasonFor(slot: number, decidedAt: number, facts: SlotFacts): EmptySlot {
  const known = hindrance(slot, facts);
  if (known !== null) return known;
  const reported = reportedReason(facts.events?.events ?? [], slot, decidedAt);
  if (reported !== null) return skipped(slot, reported.reason, reported.message);
  const { startingDeadlineSeconds } = facts.cronJob;
  if (facts.changed) return skipped(slot, 'NotStarted', 'Its spec was changed before a run started.');
  if (startingDeadlineSeconds === null) return skipped(slot, 'NotStarted', null);
  const message = `No run started within startingDeadlineSeconds (${startingDeadlineSeconds}).`;
  return skipped(slot, 'DeadlinePassed', message);
}

/** What hindered a slot by what is seen of the CronJob and its Jobs; null when that explains nothing. */
export function hindrance(slot: number, { cronJob, suspension, runs }: SlotFacts): EmptySlot | null {
  if (isWithin(slot, suspension)) return skipped(slot, 'Suspended', 'The CronJob was suspended.');
  if (cronJob.concurrencyPolicy !== 'Forbid') return null;
  const active = runs.find((run) => wasActiveAt(run, slot));
  if (active === undefined) return null;
  return skipped(slot, 'Forbidden', `Job ${active.jobName} was still running (concurrencyPolicy Forbid).`);
}

/** A slot that was skipped for this reason. */
export function skipped(at: number, reason: SkipReason, message: string | null): EmptySlot {
  return { at, outcome: 'skipped', reason, message };
}
