import type { CronJob } from './cron-job.ts';

/**
 * What is known of a CronJob beyond what its object says, kept beside it. Instants are ms since the
 * epoch; pruning old runs changes none of them.
 */
export interface CronJobFacts {
  /** When a CronJob of this name was first seen, by our clock. */
  readonly firstSeenAt: number;
  /** Since when it has been seen suspended, by our clock; null while it is not. */
  readonly suspendedSince: number | null;
  /** When its last suspension was seen to end; null when it never was suspended. */
  readonly resumedAt: number | null;
  /** When its latest success ended, by the cluster's clock; null before the first. */
  readonly lastSuccessAt: number | null;
  /** Start of its newest run, by hand or by a slot, running or ended; null before the first. */
  readonly lastStartedAt: number | null;
  /** Every slot up to this instant has an outcome; null before the first judgement. */
  readonly slotsJudgedUntil: number | null;
}

/** The facts of a CronJob that nobody knew before. */
export function firstFacts(now: number): CronJobFacts {
  return {
    firstSeenAt: now,
    suspendedSince: null,
    resumedAt: null,
    lastSuccessAt: null,
    lastStartedAt: null,
    slotsJudgedUntil: null,
  };
}

/**
 * The facts after another look at the CronJob. `startedAt` and `succeededAt` are those of its Jobs that
 * were seen; what the CronJob's own status says of a success counts too.
 */
export function nextFacts(
  before: CronJobFacts,
  seen: {
    readonly cronJob: Pick<CronJob, 'suspend' | 'lastSuccessfulAt'>;
    readonly startedAt: readonly number[];
    readonly succeededAt: readonly number[];
    readonly slotsJudgedUntil: number | null;
    /** Since when it is suspended at the latest, where that was not seen; null where it was. */
    readonly suspendedBy: number | null;
    readonly now: number;
  },
): CronJobFacts {
  const { cronJob, startedAt, succeededAt, slotsJudgedUntil, suspendedBy, now } = seen;
  const wasSuspended = before.suspendedSince !== null;
  return {
    firstSeenAt: before.firstSeenAt,
    suspendedSince: cronJob.suspend ? (before.suspendedSince ?? suspendedBy ?? now) : null,
    resumedAt: wasSuspended && !cronJob.suspend ? now : before.resumedAt,
    lastSuccessAt: latest(before.lastSuccessAt, cronJob.lastSuccessfulAt, ...succeededAt),
    lastStartedAt: latest(before.lastStartedAt, ...startedAt),
    slotsJudgedUntil,
  };
}

function latest(...instants: readonly (number | null)[]): number | null {
  const known = instants.filter((at) => at !== null);
  return known.length === 0 ? null : Math.max(...known);
}
