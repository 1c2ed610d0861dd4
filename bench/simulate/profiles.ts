import { DAY, formatDuration, HOUR, MINUTE, SECOND } from '../../src/lib/duration.ts';

/**
 * What a monitor asks for, in numbers. A namespace is watched by the one monitor of its profile, which
 * `monitorSpec` writes for the cluster; what is to be expected is worked out from these numbers alone.
 */
export interface Profile {
  readonly consecutiveFailures: number;
  readonly recoveryRuns: number;
  /** How late a run may start; null when the schedule is not watched. */
  readonly bufferMs: number | null;
  readonly missedThreshold: number;
  /** Null when silence alone raises nothing. */
  readonly maxSilenceMs: number | null;
  readonly maxSuspensionMs: number | null;
  readonly sla: ProfileSla | null;
}

export interface ProfileSla {
  /** Percent. */
  readonly minSuccessRate: number;
  readonly windowDays: number;
  readonly maxDurationMs: number;
  readonly minDurationMs: number;
  /** Percent. */
  readonly regressionThreshold: number;
  readonly baselineDays: number;
}

export type ProfileName = 'plain' | 'patient' | 'silent' | 'paused' | 'strict';

const PLAIN: Profile = {
  consecutiveFailures: 1,
  recoveryRuns: 1,
  bufferMs: HOUR,
  missedThreshold: 1,
  maxSilenceMs: null,
  maxSuspensionMs: null,
  sla: null,
};

export const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  plain: PLAIN,
  patient: { ...PLAIN, consecutiveFailures: 3, recoveryRuns: 2, bufferMs: 2 * HOUR, missedThreshold: 2 },
  silent: { ...PLAIN, bufferMs: null, maxSilenceMs: 30 * HOUR },
  paused: { ...PLAIN, maxSuspensionMs: 3 * DAY },
  strict: {
    ...PLAIN,
    sla: {
      minSuccessRate: 90,
      windowDays: 7,
      maxDurationMs: 20 * MINUTE,
      minDurationMs: 10 * SECOND,
      regressionThreshold: 50,
      baselineDays: 14,
    },
  },
};

/** spec of the CronJobMonitor that says the same. */
export function monitorSpec(profile: Profile): object {
  const { consecutiveFailures, recoveryRuns, bufferMs, missedThreshold, maxSilenceMs, maxSuspensionMs, sla } =
    profile;
  return {
    failure: { consecutiveFailures, recoveryRuns },
    deadManSwitch: {
      autoFromSchedule: {
        enabled: bufferMs !== null,
        ...(bufferMs !== null && { buffer: formatDuration(bufferMs) }),
        missedScheduleThreshold: missedThreshold,
      },
      ...(maxSilenceMs !== null && { maxTimeSinceLastSuccess: formatDuration(maxSilenceMs) }),
    },
    suspendedHandling: {
      ...(maxSuspensionMs !== null && { alertIfSuspendedFor: formatDuration(maxSuspensionMs) }),
    },
    ...(sla !== null && { sla: slaSpec(sla) }),
    alerting: { channelRefs: [{ name: 'pager' }] },
  };
}

function slaSpec(sla: ProfileSla): object {
  return {
    minSuccessRate: sla.minSuccessRate,
    windowDays: sla.windowDays,
    maxDuration: formatDuration(sla.maxDurationMs),
    minDuration: formatDuration(sla.minDurationMs),
    durationRegressionThreshold: sla.regressionThreshold,
    durationBaselineWindowDays: sla.baselineDays,
  };
}
