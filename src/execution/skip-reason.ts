import type { EmptySlot, SkipReason } from './slot.ts';
import { isWithin, type SlotFacts } from './slot-facts.ts';
import { wasActiveAt } from './started-run.ts';

/** Why a slot without a run was skipped: the first of the causes that hindered it. */
export function reasonFor(slot: number, facts: SlotFacts): EmptySlot {
  const { cronJob, suspension, runs, changed } = facts;
  if (isWithin(slot, suspension)) return skipped(slot, 'Suspended', 'The CronJob was suspended.');
  if (cronJob.concurrencyPolicy === 'Forbid') {
    const active = runs.find((run) => wasActiveAt(run, slot));
    if (active !== undefined) {
      return skipped(
        slot,
        'Forbidden',
        `Job ${active.jobName} was still running (concurrencyPolicy Forbid).`,
      );
    }
  }
  const { startingDeadlineSeconds } = cronJob;
  if (startingDeadlineSeconds !== null && !changed) {
    const message = `No run started within startingDeadlineSeconds (${startingDeadlineSeconds}).`;
    return skipped(slot, 'DeadlinePassed', message);
  }
  return skipped(slot, 'NotStarted', changed ? 'Its spec was changed before a run started.' : null);
}

/** A slot that was skipped for this reason. */
export function skipped(at: number, reason: SkipReason, message: string | null): EmptySlot {
  return { at, outcome: 'skipped', reason, message };
}
