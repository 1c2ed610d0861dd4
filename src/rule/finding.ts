export type AlertType = 'failure' | 'deadManSwitch' | 'slaViolation';
export type Severity = 'critical' | 'warning' | 'info';

/** The finer cause behind an alert's type. At most one alert is open per CronJob, type and reason. */
export type AlertReason =
  | 'JobFailed'
  | 'StuckBeforeStart'
  | 'MissedSchedule'
  | 'NoRecentSuccess'
  | 'CronJobDeleted'
  | 'SuspendedTooLong'
  | 'SuccessRate'
  | 'MaxDuration'
  | 'MinDuration'
  | 'DurationRegression';

/** The type that the API tells of a reason, and its severity unless a monitor overrides it. */
export const KIND_OF_REASON: Readonly<
  Record<AlertReason, { readonly type: AlertType; readonly severity: Severity }>
> = {
  JobFailed: { type: 'failure', severity: 'critical' },
  StuckBeforeStart: { type: 'failure', severity: 'warning' },
  MissedSchedule: { type: 'deadManSwitch', severity: 'critical' },
  NoRecentSuccess: { type: 'deadManSwitch', severity: 'critical' },
  CronJobDeleted: { type: 'deadManSwitch', severity: 'warning' },
  SuspendedTooLong: { type: 'deadManSwitch', severity: 'warning' },
  SuccessRate: { type: 'slaViolation', severity: 'warning' },
  MaxDuration: { type: 'slaViolation', severity: 'warning' },
  MinDuration: { type: 'slaViolation', severity: 'warning' },
  DurationRegression: { type: 'slaViolation', severity: 'warning' },
};

/** What a rule says about one CronJob as of one instant. */
export type Finding = FiringFinding | QuietFinding;

export interface FiringFinding {
  readonly state: 'firing';
  readonly reason: AlertReason;
  /**
   * What fires: a Job's uid, a slot or another instant. A cause that the open alert does not tell of yet
   * adds to it. Null for a condition that only lasts: the instant at which it is first found stands for it.
   */
  readonly cause: string | null;
  readonly title: string;
  /** For a person who knows nothing yet. */
  readonly message: string;
  /** The run that is behind it; null when none is. */
  readonly run: RunName | null;
}

export interface QuietFinding {
  /** `ok` ends an open alert; `unchanged` is neither enough to raise one nor enough to end it. */
  readonly state: 'ok' | 'unchanged';
  readonly reason: AlertReason;
  /** A sentence for a person: what ends the alert, or why nothing does. */
  readonly why: string;
}

export interface RunName {
  readonly jobUid: string;
  readonly jobName: string;
}

/** A finding, and when the rule wants to be asked again though nothing happens; null for never. */
export interface Judgement {
  readonly finding: Finding;
  readonly nextCheckAt: number | null;
}

/** The judgement of a rule that finds nothing to raise. */
export function quiet(
  reason: AlertReason,
  state: QuietFinding['state'],
  why: string,
  nextCheckAt: number | null = null,
): Judgement {
  return { finding: { state, reason, why }, nextCheckAt };
}

/** Of a rule that any success ends: `ok` at the moment at which a Job succeeded, else nothing new. */
export function quietUnless(
  succeeded: string | null,
  reason: AlertReason,
  why: string,
  nextCheckAt: number | null = null,
): Judgement {
  return succeeded === null
    ? quiet(reason, 'unchanged', why, nextCheckAt)
    : quiet(reason, 'ok', `Job ${succeeded} succeeded.`, nextCheckAt);
}
