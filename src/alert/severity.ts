import { type AlertReason, KIND_OF_REASON, type Severity } from '../rule/finding.ts';
import type { SeverityKey } from '../rule/monitor-schema.ts';
import type { SeverityOverrides } from '../rule/monitor-spec.ts';

const KEY_OF_REASON: Readonly<Record<AlertReason, SeverityKey>> = {
  JobFailed: 'jobFailed',
  StuckBeforeStart: 'stuckBeforeStart',
  MissedSchedule: 'missedSchedule',
  NoRecentSuccess: 'deadManTriggered',
  CronJobDeleted: 'cronJobDeleted',
  SuspendedTooLong: 'suspendedTooLong',
  SuccessRate: 'slaBreached',
  MaxDuration: 'maxDuration',
  MinDuration: 'minDuration',
  DurationRegression: 'durationRegression',
};

/** The severity that an alert of this reason has. */
export function severityOf(reason: AlertReason, overrides: SeverityOverrides): Severity {
  return overrides[KEY_OF_REASON[reason]] ?? KIND_OF_REASON[reason].severity;
}

const BY_RISING_WEIGHT: readonly Severity[] = ['info', 'warning', 'critical'];

/** The overrides of several monitors of one CronJob as one: where two differ the more serious holds. */
export function mergeSeverityOverrides(all: readonly SeverityOverrides[]): SeverityOverrides {
  const merged: Partial<Record<SeverityKey, Severity>> = {};
  for (const overrides of all) {
    for (const key of Object.keys(overrides) as SeverityKey[]) {
      merged[key] = moreSerious(merged[key], overrides[key]!);
    }
  }
  return merged;
}

function moreSerious(a: Severity | undefined, b: Severity): Severity {
  return a !== undefined && BY_RISING_WEIGHT.indexOf(a) > BY_RISING_WEIGHT.indexOf(b) ? a : b;
}
