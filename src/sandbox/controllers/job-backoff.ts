import type { KubeObject } from '../cluster-types.ts';
import { podFinishedAt } from './pod-facts.ts';

/** Failures of a Job's Pods since its last success. */
export interface JobBackoff {
  readonly failures: number;
  /** Null while there is none. */
  readonly lastFailureAt: number | null;
}

export const NO_BACKOFF: JobBackoff = { failures: 0, lastFailureAt: null };

const FIRST_MS = 10_000;
/** `MaxJobPodFailureBackOff` of the Job controller; its documentation still says six minutes. */
const LONGEST_MS = 600_000;

/** The record after more Pods ended: a success forgives the failures before it. */
export function updateBackoff(
  backoff: JobBackoff,
  succeeded: readonly KubeObject[],
  failed: readonly KubeObject[],
): JobBackoff {
  const failedAt = failed.map(podFinishedAt);
  if (succeeded.length > 0) {
    const lastSuccessAt = Math.max(...succeeded.map(podFinishedAt));
    const later = failedAt.filter((at) => at > lastSuccessAt);
    return { failures: later.length, lastFailureAt: later.length > 0 ? Math.max(...later) : null };
  }
  if (failedAt.length === 0) return backoff;
  return { failures: backoff.failures + failedAt.length, lastFailureAt: Math.max(...failedAt) };
}

/** The instant before which no replacement Pod is created: 10 s after the first failure, doubling up to 10 min. */
export function backoffUntil(backoff: JobBackoff): number {
  if (backoff.failures === 0 || backoff.lastFailureAt === null) return 0;
  return backoff.lastFailureAt + Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(backoff.failures - 1, 30));
}
