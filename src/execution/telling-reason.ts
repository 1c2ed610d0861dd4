import { CUT_OFF, decidingAttempt } from './deciding-attempt.ts';
import type { Execution } from './execution.ts';

/** Reasons that only say that something failed, which the outcome says already. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(['Error', 'Completed', CUT_OFF]);

/**
 * The reason that tells most about a run: of the attempt that decided (OOMKilled, ImagePullBackOff,
 * Evicted) where it says more than the Job's own, which is about the retries (BackoffLimitExceeded). Null
 * when there is none.
 */
export function tellingReason(run: Pick<Execution, 'outcome' | 'reason' | 'attempts'>): string | null {
  if (run.outcome === 'success' || run.reason === 'Deleted' || run.reason === 'Replaced') return run.reason;
  const reason = decidingAttempt(run)?.reason ?? null;
  return reason === null || SAYS_NOTHING.has(reason) ? run.reason : reason;
}
