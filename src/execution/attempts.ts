import type { AttemptLog, ContainerExit, SeenPod } from './attempt-log.ts';
import { CUT_OFF } from './deciding-attempt.ts';
import { decidingExit } from './deciding-exit.ts';
import type { Attempt } from './execution.ts';
import type { Container, Pod, Terminated } from './pod.ts';

type Unnumbered = Omit<Attempt, 'number'>;

/** How the Job stands, which decides what a Pod that has not ended amounts to. */
export type JobStanding = 'unfinished' | 'succeeded' | 'failed';

/**
 * The attempts of a Job in the order in which they ended: one for each Pod under restartPolicy
 * Never, one for each restart and one for the Pod's own end under OnFailure. A Pod that was still
 * there when its Job failed was cut off, which is a failed attempt; beside an unfinished or
 * succeeded Job it is none.
 */
export function attemptsOf(log: AttemptLog, standing: JobStanding): readonly Attempt[] {
  return log.pods
    .flatMap((seen) => attemptsOfPod(seen, standing))
    .toSorted((a, b) => endOf(a) - endOf(b))
    .map((attempt, index) => ({ number: index + 1, ...attempt }));
}

function endOf({ finishedAt, startedAt }: Unnumbered): number {
  return finishedAt ?? startedAt ?? Infinity;
}

function attemptsOfPod(seen: SeenPod, standing: JobStanding): readonly Unnumbered[] {
  const { pod } = seen;
  const restarted = seen.exits.filter((exit) => isRestarted(exit, pod));
  const attempts = restarted.map((exit) => fromExit(pod, exit));
  const last = lastAttempt(seen, standing);
  return last === null ? attempts : [...attempts, last];
}

/** Whether a failed exit was followed by another run of the container, or is about to be. */
function isRestarted(exit: ContainerExit, pod: Pod): boolean {
  if (exit.kind === 'sidecar' || exit.terminated.exitCode === 0) return false;
  const container = pod.containers.find(({ name }) => name === exit.container);
  if (container === undefined) return false;
  return exit.restart < container.restartCount || container.state.kind === 'waiting';
}

function lastAttempt(seen: SeenPod, standing: JobStanding): Unnumbered | null {
  const { pod } = seen;
  const last = decidingExit(seen.exits.filter((exit) => !isRestarted(exit, pod)));
  if (pod.phase === 'Succeeded') return { ...fromExitOrPod(pod, last), outcome: 'success' };
  if (pod.phase === 'Failed') return { ...fromExitOrPod(pod, last), outcome: 'failed' };
  if (standing !== 'failed' || isBackingOff(seen)) return null;
  return { ...fromExitOrPod(pod, last?.terminated.exitCode === 0 ? null : last), outcome: 'failed' };
}

/** Its last exit has already been counted, and no further run began. */
function isBackingOff({ pod, exits }: SeenPod): boolean {
  return pod.containers.some(
    ({ name, kind, state }) =>
      kind !== 'sidecar' && state.kind === 'waiting' && exits.some(({ container }) => container === name),
  );
}

function fromExitOrPod(pod: Pod, exit: ContainerExit | null): Unnumbered {
  return exit === null ? fromPod(pod) : fromExit(pod, exit);
}

function fromExit(pod: Pod, exit: ContainerExit): Unnumbered {
  const { terminated } = exit;
  // A Pod's own reason (Evicted, DeadlineExceeded) tells why its containers were killed.
  const told = pod.reason === null ? terminated : pod;
  const cutOff = pod.reason === null && isCutOff(pod, terminated);
  return {
    outcome: terminated.exitCode === 0 ? 'success' : 'failed',
    podUid: pod.uid,
    podName: pod.name,
    nodeName: pod.nodeName,
    container: exit.container,
    image: exit.image,
    exitCode: terminated.exitCode,
    signal: terminated.signal,
    reason: cutOff ? CUT_OFF : told.reason,
    message: cutOff ? 'the Pod was deleted while it ran' : told.message,
    startedAt: terminated.startedAt ?? pod.startedAt,
    finishedAt: terminated.finishedAt,
  };
}

/** Whether it was the deletion of its Pod that ended a container: by SIGTERM or SIGKILL, and not before. */
function isCutOff({ deletedAt, deletionGraceSeconds }: Pod, { exitCode, finishedAt }: Terminated): boolean {
  if (deletedAt === null || finishedAt === null || (exitCode !== 143 && exitCode !== 137)) return false;
  return finishedAt >= deletedAt - (deletionGraceSeconds ?? 0) * 1_000;
}

/** No container of it ever ended: evicted, past its deadline, or never started. */
function fromPod(pod: Pod): Unnumbered {
  const told = pod.reason === null ? (waitingState(pod.containers) ?? pod) : pod;
  return {
    outcome: 'failed',
    podUid: pod.uid,
    podName: pod.name,
    nodeName: pod.nodeName,
    container: null,
    image: null,
    exitCode: null,
    signal: null,
    reason: told.reason,
    message: told.message,
    startedAt: runningSince(pod.containers) ?? pod.startedAt,
    finishedAt: pod.deletedAt,
  };
}

/** When the main container's present run began; null when none runs. */
function runningSince(containers: readonly Container[]): number | null {
  for (const { kind, state } of containers) {
    if (kind === 'main' && state.kind === 'running') return state.startedAt;
  }
  return null;
}

/** What kept a container from starting: ImagePullBackOff, CreateContainerConfigError, … */
function waitingState(containers: readonly Container[]): { reason: string; message: string | null } | null {
  for (const { state } of containers) {
    if (state.kind !== 'waiting' || state.reason === null) continue;
    if (state.reason === 'ContainerCreating' || state.reason === 'PodInitializing') continue;
    return { reason: state.reason, message: state.message };
  }
  return null;
}
