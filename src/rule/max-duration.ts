import { type Execution, executionDurationMs } from '../execution/execution.ts';
import { wordDuration } from '../lib/word-duration.ts';
import { wordInstant } from '../schedule/word-instant.ts';
import type { Zone } from '../schedule/zone.ts';
import { type Judgement, quiet, type RunName } from './finding.ts';

export interface MaxDurationSpec {
  readonly maxDurationMs: number;
}

export interface RunUnderWay extends RunName {
  readonly startedAt: number;
}

/** As of one instant. */
export interface MaxDurationFacts {
  readonly cronJobName: string;
  readonly zone: Zone;
  /** By start. */
  readonly running: readonly RunUnderWay[];
  /** The run that ended at this very moment; null when another thing happened. */
  readonly ended: Execution | null;
}

const reason = 'MaxDuration';

/**
 * A run takes longer than it may, told while it still runs. Its own end does not end the alert; a later
 * run that ends in time does, whatever its outcome, unless it was taken away before it ended.
 */
export function evaluateMaxDuration(
  { maxDurationMs: maxMs }: MaxDurationSpec,
  { cronJobName, zone, running, ended }: MaxDurationFacts,
  now: number,
): Judgement {
  // A run that ends at the limit has kept it.
  const dueTimes = running.map(({ startedAt }) => startedAt + maxMs + 1).filter((dueAt) => dueAt > now);
  const nextCheckAt = dueTimes.length === 0 ? null : Math.min(...dueTimes);
  const late = running.findLast(({ startedAt }) => startedAt + maxMs < now);
  if (late !== undefined) {
    const { jobUid, jobName, startedAt } = late;
    const max = wordDuration(maxMs);
    const finding = {
      state: 'firing',
      reason,
      cause: jobUid,
      title: `${cronJobName} runs for longer than ${max}`,
      message:
        `Job ${jobName} has been running since ${wordInstant(startedAt, zone)}, longer than ${max}, ` +
        'and has not ended yet.',
      run: { jobUid, jobName },
    } as const;
    return { finding, nextCheckAt };
  }
  if (ended === null || wasTakenAway(ended) || executionDurationMs(ended) > maxMs) {
    return quiet(reason, 'unchanged', 'No later run ended in time.', nextCheckAt);
  }
  const took = wordDuration(executionDurationMs(ended));
  return quiet(reason, 'ok', `Job ${ended.jobName} ended after ${took}.`, nextCheckAt);
}

function wasTakenAway(run: Execution): boolean {
  return run.reason === 'Deleted' || run.reason === 'Replaced';
}
