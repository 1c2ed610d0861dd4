import type { AlertReason, AlertType, Severity } from '../rule/finding.ts';

export type { AlertReason, AlertType, Severity } from '../rule/finding.ts';

/**
 * An alert as it is stored. Instants are ms since the epoch: when the run ended, the deadline passed,
 * the change was seen, whenever this service learned of it.
 */
export interface Alert {
  /** Deterministic: the same cause gives the same id in any process. */
  readonly id: string;
  readonly type: AlertType;
  readonly reason: AlertReason;
  readonly severity: Severity;
  readonly namespace: string;
  readonly cronJobName: string;
  readonly title: string;
  readonly message: string;
  /** What it tells of last: a Job's uid, a slot or another instant. A finding with the same cause is no news. */
  readonly cause: string;
  /** The latest run behind it; null when no run is. */
  readonly jobUid: string | null;
  readonly jobName: string | null;
  /** How often its cause was seen while it was open. */
  readonly occurrences: number;
  readonly openedAt: number;
  readonly updatedAt: number;
  /** Null while it is active. */
  readonly resolvedAt: number | null;
  /** Why it ended, in words; null while it is active. */
  readonly resolution: string | null;
  readonly suggestedFix: string | null;
  readonly acknowledgedAt: number | null;
  readonly acknowledgedBy: string | null;
  readonly acknowledgeComment: string | null;
}
