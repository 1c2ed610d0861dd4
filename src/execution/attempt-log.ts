import type { Container, Pod, Terminated } from './pod.ts';

/**
 * What was seen of one Job's Pods, oldest Pod first. Nothing that was seen is ever lost: neither when
 * the kubelet overwrites an earlier exit, nor when the Pod goes.
 */
export interface AttemptLog {
  readonly pods: readonly SeenPod[];
}

export interface SeenPod {
  /** The latest snapshot. */
  readonly pod: Pod;
  /** Every container exit seen, each once, in the order in which they were seen. */
  readonly exits: readonly ContainerExit[];
}

export interface ContainerExit {
  readonly container: string;
  readonly kind: Container['kind'];
  readonly image: string;
  /** How often the container had restarted before the run that ended so. */
  readonly restart: number;
  readonly terminated: Terminated;
}

export const EMPTY_ATTEMPT_LOG: AttemptLog = { pods: [] };

/**
 * The log with one more snapshot of a Pod. Telling the same snapshot again changes nothing, so a
 * relist may replay everything; the final state of a deleted Pod is a snapshot like any other.
 */
export function observePod(log: AttemptLog, pod: Pod): AttemptLog {
  const seen = log.pods.find((one) => one.pod.uid === pod.uid);
  const exits = pod.containers.reduce(observeContainer, seen?.exits ?? []);
  const next: SeenPod = { pod, exits };
  if (seen === undefined) return { pods: [...log.pods, next].toSorted(byCreation) };
  return { pods: log.pods.map((one) => (one === seen ? next : one)) };
}

function byCreation(a: SeenPod, b: SeenPod): number {
  return a.pod.createdAt - b.pod.createdAt;
}

function observeContainer(exits: readonly ContainerExit[], container: Container): readonly ContainerExit[] {
  const { state, lastTerminated, restartCount } = container;
  const earlier =
    lastTerminated === null
      ? exits
      : add(exits, container, restartOfLast(exits, container, lastTerminated), lastTerminated);
  return state.kind === 'terminated' ? add(earlier, container, restartCount, state) : earlier;
}

/** The first telling stands: kubelets later replace what they forgot by ContainerStatusUnknown. */
function add(
  exits: readonly ContainerExit[],
  { name, kind, image }: Container,
  restart: number,
  terminated: Terminated,
): readonly ContainerExit[] {
  if (find(exits, name, restart) !== undefined) return exits;
  return [...exits, { container: name, kind, image, restart, terminated }];
}

/**
 * Which run of the container lastState tells of. Beside a running or ended container it is the run
 * before. Beside a waiting one it is mostly the run that restartCount already counts, since the kubelet
 * moves the state to lastState while it backs off; but between two runs it may be the one before.
 */
function restartOfLast(exits: readonly ContainerExit[], container: Container, last: Terminated): number {
  const { name, state, restartCount } = container;
  if (state.kind !== 'waiting') return restartCount - 1;
  const before = find(exits, name, restartCount - 1);
  if (before !== undefined) return isSameExit(before.terminated, last) ? restartCount - 1 : restartCount;
  return restartCount === 0 || state.reason === 'CrashLoopBackOff' ? restartCount : restartCount - 1;
}

function find(
  exits: readonly ContainerExit[],
  container: string,
  restart: number,
): ContainerExit | undefined {
  return exits.find((exit) => exit.container === container && exit.restart === restart);
}

function isSameExit(a: Terminated, b: Terminated): boolean {
  return a.exitCode === b.exitCode && a.startedAt === b.startedAt && a.finishedAt === b.finishedAt;
}
