import type { MonitorSpec } from '../rule/monitor-spec.ts';

/** How long records are kept where no monitor says otherwise. */
export interface RetentionDefaults {
  readonly runDays: number;
  /** Of failed runs: as long or longer. */
  readonly failedRunDays: number;
  /** Of logs and events; never longer than their run. */
  readonly evidenceDays: number;
}

/** How long the records of one CronJob are kept. */
export interface RetentionTerms {
  readonly runDays: number;
  readonly failedRunDays: number;
  readonly evidenceDays: number;
  /** How long after the CronJob was deleted nothing of its runs is kept; null for as long as without the deletion. */
  readonly purgeAfterDays: number | null;
  /** Whether a CronJob that is made anew begins without the runs of its namesake. */
  readonly resets: boolean;
}

type DataRetention = MonitorSpec['dataRetention'];

/** By the monitors that select the CronJob. Of several the one that keeps longest counts, field by field. */
export function retentionTerms(
  monitors: readonly { readonly spec: Pick<MonitorSpec, 'dataRetention'> }[],
  defaults: RetentionDefaults,
): RetentionTerms {
  if (monitors.length === 0) return { ...defaults, purgeAfterDays: null, resets: false };
  const retentions = monitors.map(({ spec }) => spec.dataRetention);
  return {
    // A monitor that gives a number means it, for failed runs too.
    runDays: longest(retentions, ({ retentionDays }) => retentionDays ?? defaults.runDays),
    failedRunDays: longest(retentions, ({ retentionDays }) => retentionDays ?? defaults.failedRunDays),
    evidenceDays: longest(retentions, ({ logRetentionDays }) => logRetentionDays ?? defaults.evidenceDays),
    purgeAfterDays: retentions.some(({ onCronJobDeletion }) => onCronJobDeletion === 'retain')
      ? null
      : longest(retentions, ({ purgeAfterDays }) => purgeAfterDays ?? 0),
    resets: retentions.every(({ onRecreation }) => onRecreation === 'reset'),
  };
}

function longest(retentions: readonly DataRetention[], daysOf: (retention: DataRetention) => number): number {
  return Math.max(...retentions.map(daysOf));
}
