import type { AttemptLog, ContainerExit, SeenPod } from './attempt-log.ts';
import { CUT_OFF } from './deciding-attempt.ts';
import { decidingExit } from './deciding-exit.ts';
import type { Attempt } from './execution.ts';
import { type Container, ORDINARY_WAITING, type Pod, type PodConditionText, type Terminated } from './pod.ts';
import { toldMessage } from './told-message.ts';

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
  const { exitCode, startedAt, finishedAt } = terminated;
  return {
    outcome: exitCode === 0 ? 'success' : 'failed',
    ...ofPod(pod),
    container: exit.container,
    image: exit.image,
    exitCode,
    signal: terminated.signal ?? signalIn(exitCode),
    ...told(isCutOff(pod, terminated) ? takenAway(pod) : terminated, pod),
    startedAt: startedAt ?? pod.startedAt,
    finishedAt,
  };
}

function ofPod(pod: Pod): Pick<Attempt, 'podUid' | 'podName' | 'nodeName' | 'completionIndex'> {
  const { uid, name, nodeName, completionIndex } = pod;
  return { podUid: uid, podName: name, nodeName, completionIndex };
}

/** A Pod's own reason (Evicted, DeadlineExceeded) tells why its containers were killed. */
function told(text: PodConditionText, pod: Pod): Pick<Attempt, 'reason' | 'message'> {
  const { reason, message } = pod.reason === null ? text : pod;
  return { reason, message: toldMessage(message) };
}

/** A disruption says why the cluster took a Pod away: preemption, a drained or lost node. */
function takenAway({ disruption }: Pod): PodConditionText {
  if (disruption?.reason) return disruption;
  return { reason: CUT_OFF, message: 'the Pod was deleted while it ran' };
}

/** Shells and runtimes tell the signal that ended a process as 128 + its number, and few tell it otherwise. */
function signalIn(exitCode: number): number | null {
  return exitCode > 128 && exitCode <= 128 + HIGHEST_STANDARD_SIGNAL ? exitCode - 128 : null;
}

/** Of Linux; the real-time signals above it nobody ends a process with. */
const HIGHEST_STANDARD_SIGNAL = 31;

/** Whether it was the deletion of its Pod that ended a container: by SIGTERM or SIGKILL, and not before. */
function isCutOff({ deletedAt, deletionGraceSeconds }: Pod, { exitCode, finishedAt }: Terminated): boolean {
  if (deletedAt === null || finishedAt === null || (exitCode !== 143 && exitCode !== 137)) return false;
  return finishedAt >= deletedAt - (deletionGraceSeconds ?? 0) * 1_000;
}

/** No container of it ever ended: evicted, past its deadline, never started, or deleted while it ran. */
function fromPod(pod: Pod): Unnumbered {
  const since = runningSince(pod.containers);
  const hindrance = since === null ? neverStarted(pod) : null;
  const deleted = since !== null && pod.deletedAt !== null;
  return {
    outcome: 'failed',
    ...ofPod(pod),
    container: null,
    image: null,
    exitCode: null,
    signal: null,
    // What kept it from starting says more than the deadline that ended the wait.
    ...(hindrance !== null && (pod.reason === null || pod.reason === 'DeadlineExceeded')
      ? { reason: hindrance.reason, message: toldMessage(hindrance.message) }
      : told(deleted ? takenAway(pod) : pod, pod)),
    startedAt: since ?? pod.startedAt,
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

/** What kept the main containers from starting: ImagePullBackOff, Unschedulable, …; null when one was under way. */
function neverStarted({ phase, containers, unscheduled }: Pod): PodConditionText | null {
  const waiting = containers
    .map(({ state }) => state)
    .filter((state) => state.kind === 'waiting')
    .filter(({ reason }) => reason !== null);
  const hindered = waiting.find(({ reason }) => !ORDINARY_WAITING.has(reason ?? ''));
  return hindered ?? unscheduled ?? (phase === 'Pending' ? (waiting[0] ?? PENDING) : null);
}

const PENDING: PodConditionText = { reason: 'Pending', message: null };
