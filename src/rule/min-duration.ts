import { type Execution, executionDurationMs } from '../execution/execution.ts';
import { wordDuration } from '../lib/word-duration.ts';
import { type Judgement, quiet } from './finding.ts';

export interface MinDurationSpec {
  readonly minDurationMs: number;
}

export interface MinDurationFacts {
  readonly cronJobName: string;
  /** The run that ended at this moment; null when another thing happened, which moves nothing. */
  readonly ended: Execution | null;
}

const reason = 'MinDuration';

/** A run succeeded sooner than its work can be done; the next success that took long enough ends the alert. */
export function evaluateMinDuration(
  { minDurationMs: minMs }: MinDurationSpec,
  { cronJobName, ended }: MinDurationFacts,
): Judgement {
  if (ended === null || ended.outcome !== 'success') return quiet(reason, 'unchanged', 'No run succeeded.');
  const { jobUid, jobName } = ended;
  const tookMs = executionDurationMs(ended);
  const took = wordDuration(tookMs);
  if (tookMs >= minMs) return quiet(reason, 'ok', `Job ${jobName} took ${took}.`);
  const min = wordDuration(minMs);
  return {
    finding: {
      state: 'firing',
      reason,
      cause: jobUid,
      title: `${cronJobName} succeeded after only ${took}`,
      message: `Job ${jobName} succeeded after ${took}; a run that does its work takes ${min} at least.`,
      run: { jobUid, jobName },
    },
    nextCheckAt: null,
  };
}
