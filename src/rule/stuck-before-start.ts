import type { StuckStart } from '../execution/stuck-start.ts';
import { MINUTE } from '../lib/duration.ts';
import { wordDuration } from '../lib/word-duration.ts';
import { type Judgement, quiet, type RunName } from './finding.ts';

/** A run that has or had no running Pod. */
export interface StuckRun extends RunName {
  /** Ms since the epoch. */
  readonly since: number;
  /** When its Pod ran, or the run ended; Infinity while it waits. */
  readonly until: number;
  /** Null where it may have run in between, unseen. */
  readonly why: Pick<StuckStart, 'reason' | 'message'> | null;
}

/** As of one instant. */
export interface StuckBeforeStartFacts {
  readonly cronJobName: string;
  /** By `since`. */
  readonly stuck: readonly StuckRun[];
}

/** Pulling a large image and starting a node take minutes; what takes longer wants a person. */
export const STUCK_AFTER_MS = 10 * MINUTE;

const reason = 'StuckBeforeStart';

/**
 * A run has had no running Pod for ten minutes. The alert ends when none waits any more: it started, ended or
 * was deleted. A wait that is not certain raises nothing and ends nothing.
 */
export function evaluateStuckBeforeStart(
  { cronJobName, stuck }: StuckBeforeStartFacts,
  now: number,
): Judgement {
  const tooLong = stuck
    .map((run) => ({ ...run, dueAt: run.since + STUCK_AFTER_MS }))
    .filter(({ dueAt, until }) => dueAt < until && now < until);
  const coming = tooLong.map(({ dueAt, until }) => (dueAt > now ? dueAt : until)).filter(Number.isFinite);
  const nextCheckAt = coming.length === 0 ? null : Math.min(...coming);
  const due = tooLong.filter(({ dueAt }) => dueAt <= now);
  const run = due.findLast(({ why }) => why !== null);
  if (run === undefined && due.length > 0) {
    return quiet(reason, 'unchanged', 'Whether a run still waited is not known.', nextCheckAt);
  }
  if (run === undefined) {
    return quiet(reason, 'ok', 'No run waits for its start any more.', nextCheckAt);
  }
  const { jobUid, jobName } = run;
  const why = run.why!;
  return {
    finding: {
      state: 'firing',
      reason,
      cause: jobUid,
      title: `${cronJobName} cannot start: ${why.reason}`,
      message:
        `Job ${jobName} has had no running Pod for ${wordDuration(STUCK_AFTER_MS)}: ${why.reason}: ` +
        `${why.message}${/[.!?]$/.test(why.message) ? '' : '.'}`,
      run: { jobUid, jobName },
    },
    nextCheckAt,
  };
}
