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

/** What a rule says about one CronJob for one cause. */
export interface Finding {
  readonly type: AlertType;
  readonly reason: AlertReason;
  /** Unless the monitor overrides it. */
  readonly severity: Severity;
  /** `unchanged`: neither enough to raise an alert nor enough to end one. */
  readonly state: 'firing' | 'ok' | 'unchanged';
  /** How many runs in a row are behind the state. */
  readonly runs: number;
  /** Why, as a clause for a person. */
  readonly summary: string;
}
