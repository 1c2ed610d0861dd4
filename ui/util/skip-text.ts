import type { SkipReason } from '../../src/api/contract/slot.ts';

const TEXTS: Readonly<Record<SkipReason, string>> = {
  Suspended: 'the CronJob was suspended',
  Forbidden: 'the run before it was still active, and concurrencyPolicy is Forbid',
  DeadlinePassed: 'startingDeadlineSeconds had passed',
  CreationFailed: 'the cluster refused its Job',
  InvalidSchedule: 'the schedule cannot be read',
  UnknownTimeZone: 'the time zone is not known',
  NotStarted: 'nothing is known to have hindered it',
};

/** Why a slot has no run, in words; a reason that this page does not know stands for itself. */
export function skipText(reason: string | null): string {
  return TEXTS[reason as SkipReason] ?? reason ?? 'no reason is known';
}
