import type { ContainerExit, SeenPod } from '../execution/attempt-log.ts';
import type { LogCertainty } from '../execution/evidence.ts';
import type { Container, Pod, Terminated } from '../execution/pod.ts';

/** Which log of which run of a container is worth fetching. */
export interface LogRequest {
  readonly container: string;
  /** How often the container had restarted before the run whose log it is. */
  readonly restartCount: number;
  /** Whether to ask the cluster for the run before the present one. */
  readonly previous: boolean;
  readonly certainty: LogCertainty;
}

/**
 * The logs of a Pod that can be fetched now and matter: of containers that ended with a failure, the
 * run before a restart included, and of those that still run in a Pod that is being taken away,
 * since their logs may be gone with it. Sidecars never decide an outcome and are left out.
 */
export function logRequests({ pod, exits }: SeenPod): readonly LogRequest[] {
  return pod.containers
    .filter(({ kind }) => kind !== 'sidecar')
    .flatMap((container) => [
      ...exits
        .filter((exit) => exit.container === container.name && exit.terminated.exitCode !== 0)
        .flatMap((exit) => requestOf(exit, container, pod)),
      ...runningWhileTakenAway(container, pod),
    ]);
}

/** None once the container has ended again since: the cluster keeps the last two runs at most. */
function requestOf(exit: ContainerExit, container: Container, pod: Pod): LogRequest[] {
  const request = { container: container.name, restartCount: exit.restart };
  const { state, lastTerminated } = container;
  if (isSame(state, exit.terminated)) {
    return [{ ...request, previous: false, certainty: pod.phase === 'Failed' ? 'certain' : 'likely' }];
  }
  if (lastTerminated === null || !isSame(lastTerminated, exit.terminated)) return [];
  return [{ ...request, previous: true, certainty: 'certain' }];
}

function runningWhileTakenAway({ name, restartCount, state }: Container, pod: Pod): LogRequest[] {
  if (state.kind !== 'running' || pod.deletedAt === null) return [];
  return [{ container: name, restartCount, previous: false, certainty: 'partial' }];
}

function isSame(state: Container['state'], exit: Terminated): boolean {
  return (
    state.kind === 'terminated' &&
    state.exitCode === exit.exitCode &&
    state.startedAt === exit.startedAt &&
    state.finishedAt === exit.finishedAt
  );
}
