import type { StuckStart } from '../execution/stuck-start.ts';
import { MINUTE } from '../lib/duration.ts';
import { wordDuration } from '../lib/word-duration.ts';
import { type Judgement, quiet, type RunName } from './finding.ts';

/** A run without a running Pod. */
export interface StuckRun extends RunName, StuckStart {}

/** As of one instant. */
export interface StuckBeforeStartFacts {
  readonly cronJobName: string;
  /** By `since`. */
  readonly stuck: readonly StuckRun[];
}

/** Pulling a large image and starting a node take minutes; what takes longer wants a person. */
export const STUCK_AFTER_MS = 10 * MINUTE;

const reason = 'StuckBeforeStart';

/** A run has had no running Pod for ten minutes. The alert ends when none waits any more: it started, ended or was deleted. */
export function evaluateStuckBeforeStart(
  { cronJobName, stuck }: StuckBeforeStartFacts,
  now: number,
): Judgement {
  const dueTimes = stuck.map(({ since }) => since + STUCK_AFTER_MS);
  const coming = dueTimes.filter((dueAt) => dueAt > now);
  const nextCheckAt = coming.length === 0 ? null : Math.min(...coming);
  const run = stuck.findLast(({ since }) => since + STUCK_AFTER_MS <= now);
  if (run === undefined) {
    return quiet(reason, 'ok', 'No run waits for its start any more.', nextCheckAt);
  }
  const { jobUid, jobName, message } = run;
  return {
    finding: {
      state: 'firing',
      reason,
      cause: jobUid,
      title: `${cronJobName} cannot start: ${run.reason}`,
      message:
        `Job ${jobName} has had no running Pod for ${wordDuration(STUCK_AFTER_MS)}: ${run.reason}: ` +
        `${message}${/[.!?]$/.test(message) ? '' : '.'}`,
      run: { jobUid, jobName },
    },
    nextCheckAt,
  };
}
