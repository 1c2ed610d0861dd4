import type { Attempt, Execution } from './execution.ts';

/** Reason of an attempt whose Pod was deleted while it ran, so that its exit code says nothing. */
export const CUT_OFF = 'Deleted';

/**
 * The attempt that a failed run is told by: the last that failed by itself, else the last that
 * failed at all. Under OnFailure Kubernetes deletes the Pod when the retries are used up, which cuts
 * off the run that has just begun. Null when none failed.
 */
export function decidingAttempt({ attempts }: Pick<Execution, 'attempts'>): Attempt | null {
  const failed = attempts.filter(({ outcome }) => outcome === 'failed');
  return failed.findLast(({ reason }) => reason !== CUT_OFF) ?? failed.at(-1) ?? null;
}
