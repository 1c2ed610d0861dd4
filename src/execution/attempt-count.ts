import { CUT_OFF } from './deciding-attempt.ts';
import type { Execution } from './execution.ts';

/**
 * On which attempt a run succeeded, or after how many it failed: 1 for a run without a retry, also where
 * several Pods share the work; 0 when no Pod was ever seen. A success took more than one when something
 * failed before it, which a Pod that somebody deleted did not.
 */
export function attemptCount({ outcome, attempts }: Pick<Execution, 'outcome' | 'attempts'>): number {
  if (attempts.length === 0) return 0;
  const failed = attempts.filter((attempt) => attempt.outcome === 'failed');
  if (outcome === 'failed') return Math.max(1, failed.length);
  return failed.filter(({ reason }) => reason !== CUT_OFF).length + 1;
}
