/**
 * What became of one slot of a CronJob's schedule. `ran` started on time, `late` started for this
 * slot more than `LATE_AFTER_MS` after it; `skipped` has a reason; `unknown` fell into a time in which
 * nobody watched and left no evidence.
 */
export type SlotOutcome = 'ran' | 'late' | 'skipped' | 'unknown';

/**
 * Why no run counts for a slot: the CronJob was suspended; another run was still active under Forbid;
 * startingDeadlineSeconds passed; the Job was refused (quota, admission webhook, RBAC); the controller
 * could not read the schedule or the zone; or nothing is known to have hindered it. A slot whose run a later
 * one replaced is none of these: its run started, and says so itself.
 */
export type SkipReason =
  | 'Suspended'
  | 'Forbidden'
  | 'DeadlinePassed'
  | 'CreationFailed'
  | 'InvalidSchedule'
  | 'UnknownTimeZone'
  | 'NotStarted';

/** A slot that no run counts for, as it is stored. The others are told by the runs themselves. */
export interface EmptySlot {
  /** The slot, in ms since the epoch. */
  readonly at: number;
  readonly outcome: 'skipped' | 'unknown';
  /** Null for an unknown slot. */
  readonly reason: SkipReason | null;
  /** In words, with the cluster's own where there are any; null when there is nothing more to say. */
  readonly message: string | null;
}

/** A run that starts later than this after its slot is late: the controller works in steps of about 10 s. */
export const LATE_AFTER_MS = 60_000;

/** The outcome of a slot for which a run started at `startedAt`. */
export function outcomeOfRun(slot: number, startedAt: number): 'ran' | 'late' {
  return startedAt - slot > LATE_AFTER_MS ? 'late' : 'ran';
}

/** A slot with its outcome. */
export interface DecidedSlot {
  readonly at: number;
  readonly outcome: SlotOutcome;
  /** Null unless it was skipped. */
  readonly reason: SkipReason | null;
  readonly message: string | null;
  /** The run that started for it, ended or not; null when none is known. */
  readonly run: SlotRun | null;
}

export interface SlotRun {
  readonly jobUid: string;
  readonly jobName: string;
  readonly startedAt: number;
}

/** How many slots came to which outcome. */
export type SlotTotals = Readonly<Record<SlotOutcome, number>>;
