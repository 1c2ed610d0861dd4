import type { Execution, Outcome } from '../execution/execution.ts';
import { type Judgement, quiet } from './finding.ts';
import { wordFailure } from './word-failure.ts';

/** As much of a finished run as the rule reads of those before the latest. */
export interface RunOutcome {
  readonly outcome: Outcome;
  readonly reason: string | null;
}

export interface FailureSpec {
  /** So many failed runs in a row raise the alert. */
  readonly consecutiveFailures: number;
  /** So many successful runs in a row end it. */
  readonly recoveryRuns: number;
}

export interface JobFailedFacts {
  readonly cronJobName: string;
  /** The run that ended at this moment; null when another thing happened, which moves nothing. */
  readonly ended: Execution | null;
  /** The runs that ended before it, newest first. */
  readonly before: readonly RunOutcome[];
}

const reason = 'JobFailed';

/**
 * A Job ended Failed, so often in a row; the alert ends after so many successes in a row. Manual runs
 * count like any other. A run that was replaced by a later slot is neither a failure nor a success: it
 * is passed over.
 */
export function evaluateJobFailed(
  spec: FailureSpec,
  { cronJobName, ended, before }: JobFailedFacts,
): Judgement {
  if (ended === null) return quiet(reason, 'unchanged', 'No run ended.');
  if (ended.reason === 'Replaced')
    return quiet(reason, 'unchanged', 'A run that a later slot replaced is no news.');
  const runs = 1 + inARow(before, ended.outcome);
  if (ended.outcome === 'success') return judgeSuccesses(ended, runs, spec);
  const { consecutiveFailures } = spec;
  if (runs < consecutiveFailures) {
    return quiet(reason, 'unchanged', `${runs} in a row failed; an alert takes ${consecutiveFailures}.`);
  }
  const { jobUid, jobName } = ended;
  return {
    finding: {
      state: 'firing',
      reason,
      cause: jobUid,
      run: { jobUid, jobName },
      ...wordFailure(cronJobName, ended, runs),
    },
    nextCheckAt: null,
  };
}

/** How many of the runs, newest first, have this outcome before the first that has not. */
function inARow(newestFirst: readonly RunOutcome[], outcome: Outcome): number {
  const judged = newestFirst.filter((run) => run.reason !== 'Replaced');
  const different = judged.findIndex((run) => run.outcome !== outcome);
  return different === -1 ? judged.length : different;
}

function judgeSuccesses({ jobName }: Execution, runs: number, { recoveryRuns }: FailureSpec): Judgement {
  if (runs < recoveryRuns)
    return quiet(reason, 'unchanged', `${runs} in a row succeeded; a recovery takes ${recoveryRuns}.`);
  const inARow = runs === 1 ? '' : ` (${runs} successful runs in a row)`;
  return quiet(reason, 'ok', `Job ${jobName} succeeded${inARow}.`);
}
