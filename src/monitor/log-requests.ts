import type { Container, Pod } from '../execution/pod.ts';

/** Which log of which run of a container is worth fetching. */
export interface LogRequest {
  readonly container: string;
  /** How often the container had restarted before the run whose log it is. */
  readonly restartCount: number;
  /** Whether to ask the cluster for the run before the present one. */
  readonly previous: boolean;
  /**
   * How sure it is that the whole log of that run, and of no other, comes back. `partial`: it still
   * runs. `likely`: it ended, but the cluster may restart it before it answers, and would then give
   * the next run's log. `certain`: it is the previous run, or cannot be any other.
   */
  readonly certainty: 'partial' | 'likely' | 'certain';
}

/**
 * The logs of a Pod to fetch now: of containers that ended with a failure, the run before a restart
 * included, and of those that still run in a Pod that is being taken away, since they may be gone
 * with it. Sidecars never decide an outcome and are left out.
 */
export function logRequests(pod: Pod): readonly LogRequest[] {
  return pod.containers
    .filter((container) => container.kind !== 'sidecar')
    .flatMap((container) => [...previousRun(container), ...presentRun(container, pod)]);
}

function previousRun({ name, restartCount, lastTerminated }: Container): LogRequest[] {
  if (lastTerminated === null || lastTerminated.exitCode === 0 || restartCount === 0) return [];
  return [{ container: name, restartCount: restartCount - 1, previous: true, certainty: 'certain' }];
}

function presentRun({ name, restartCount, state }: Container, pod: Pod): LogRequest[] {
  const request = { container: name, restartCount, previous: false };
  if (state.kind === 'running' && pod.deletedAt !== null) return [{ ...request, certainty: 'partial' }];
  if (state.kind !== 'terminated' || state.exitCode === 0) return [];
  return [{ ...request, certainty: pod.phase === 'Failed' ? 'certain' : 'likely' }];
}
