import type { Outcome } from './execution.ts';

/** How a run ended, in a few words: `succeeded on attempt 3`, `failed after 3 attempts: OOMKilled`. */
export function wordRun(run: {
  readonly outcome: Outcome;
  readonly attemptCount: number;
  /** The one that tells most; null when there is none. */
  readonly reason: string | null;
}): string {
  const retried = run.attemptCount > 1;
  if (run.outcome === 'success') return retried ? `succeeded on attempt ${run.attemptCount}` : 'succeeded';
  const attempts = retried ? ` after ${run.attemptCount} attempts` : '';
  return `failed${attempts}${run.reason === null ? '' : `: ${run.reason}`}`;
}
