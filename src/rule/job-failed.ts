import type { Outcome } from '../execution/execution.ts';
import type { Finding } from './finding.ts';

/** As much of a finished run as the rule reads. */
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

/**
 * Judges the latest runs of a CronJob, newest first. Manual runs count like any other. A run that
 * was replaced by a later slot is neither a failure nor a success: it is passed over.
 */
export function evaluateJobFailed(spec: FailureSpec, newestFirst: readonly RunOutcome[]): Finding {
  const judged = newestFirst.filter((run) => run.reason !== 'Replaced');
  const latest = judged[0]?.outcome;
  const different = judged.findIndex((run) => run.outcome !== latest);
  const runs = different === -1 ? judged.length : different;
  const base = { type: 'failure', reason: 'JobFailed', severity: 'critical', runs } as const;
  if (latest === undefined) return { ...base, state: 'unchanged', summary: 'no run has finished yet' };
  return { ...base, ...(latest === 'failed' ? judgeFailures(runs, spec) : judgeSuccesses(runs, spec)) };
}

type Judgement = Pick<Finding, 'state' | 'summary'>;

function judgeFailures(runs: number, { consecutiveFailures }: FailureSpec): Judgement {
  const summary = runs === 1 ? 'the latest run failed' : `the latest ${runs} runs failed`;
  if (runs >= consecutiveFailures) return { state: 'firing', summary };
  return { state: 'unchanged', summary: `${summary}; an alert takes ${consecutiveFailures} in a row` };
}

function judgeSuccesses(runs: number, { recoveryRuns }: FailureSpec): Judgement {
  const summary = runs === 1 ? 'the latest run succeeded' : `the latest ${runs} runs succeeded`;
  if (runs >= recoveryRuns) return { state: 'ok', summary };
  return { state: 'unchanged', summary: `${summary}; a recovery takes ${recoveryRuns} in a row` };
}
