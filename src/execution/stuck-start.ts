import type { AttemptLog, SeenPod } from './attempt-log.ts';
import type { CapturedEvent } from './evidence.ts';
import type { Job } from './job.ts';
import { type Container, type ContainerState, ORDINARY_WAITING, type Pod } from './pod.ts';

/** Why a run has no running Pod. */
export interface StuckStart {
  /** Since when it has had none: its start, or the end of what ran last. Ms since the epoch. */
  readonly since: number;
  /** The cluster's word where it has one: ImagePullBackOff, Unschedulable, FailedCreate, FailedMount, … */
  readonly reason: string;
  /** In the words of the kubelet, the scheduler or the admission; our own where those say nothing. */
  readonly message: string;
}

/** As much of an event as explains a start that does not happen. */
export type StartEvent = Pick<
  CapturedEvent,
  'type' | 'reason' | 'message' | 'objectKind' | 'objectName' | 'lastAt'
>;

/**
 * Why a run that should be running has no running Pod; null when one runs, when the Job waits between
 * two attempts, or when it is to run no (longer): finished, decided, suspended, being deleted.
 *
 * How long is too long is the caller's to say. A Pod whose main container has not started explains
 * itself by a container's waiting reason, by the scheduler's condition, by a warning about it, or by
 * the init container that still runs; a Job without Pods by the warnings about the Job. A container
 * that started and failed is backing off (CrashLoopBackOff), which is a failing attempt and no failure
 * to start. Where another controller manages the Job, its Pods may be elsewhere, so that none seen says
 * nothing. A Pod that the Job counts as ready runs, whatever the watch of Pods has told.
 */
export function stuckStart(job: Job, log: AttemptLog, events: readonly StartEvent[]): StuckStart | null {
  if (job.suspend || job.deletedAt !== null || isDecided(job)) return null;
  const live = log.pods.filter(isLive);
  if (job.ready > 0 || live.some(({ pod }) => isUnderWay(pod))) return null;
  const since = idleSince(job, log);
  const explanation = live.length === 0 ? withoutPod(job, log, events, since) : withPods(live, events);
  return explanation === null ? null : { since, ...explanation };
}

type Explanation = Pick<StuckStart, 'reason' | 'message'>;

const DECIDING = new Set(['Complete', 'Failed', 'SuccessCriteriaMet', 'FailureTarget']);

function isDecided({ conditions }: Job): boolean {
  return conditions.some(({ type, status }) => status === 'True' && DECIDING.has(type));
}

function isLive({ pod }: SeenPod): boolean {
  return pod.deletedAt === null && pod.phase !== 'Succeeded' && pod.phase !== 'Failed';
}

/** Running, or between two runs of a container. A Pod on a lost node (phase Unknown) was under way. */
function isUnderWay({ phase, containers }: Pod): boolean {
  if (containers.some(isBackingOff)) return true;
  if (phase === 'Pending') return false;
  return !containers.some(({ kind, state }) => kind === 'main' && isHindered(state));
}

function isBackingOff({ kind, state }: Container): boolean {
  return kind !== 'sidecar' && state.kind === 'waiting' && state.reason === 'CrashLoopBackOff';
}

type Waiting = Extract<ContainerState, { readonly kind: 'waiting' }>;

function isHindered(state: ContainerState): state is Waiting & { readonly reason: string } {
  return state.kind === 'waiting' && state.reason !== null && !ORDINARY_WAITING.has(state.reason);
}

function idleSince(job: Job, { pods }: AttemptLog): number {
  const ends = pods.map(endOfWork).filter((at) => at !== null);
  return Math.max(job.startedAt ?? job.createdAt, ...ends);
}

/** When the last container of a Pod stopped; null when none ever ran. */
function endOfWork({ pod, exits }: SeenPod): number | null {
  const ends = exits
    .filter(({ kind, terminated }) => kind === 'main' || terminated.exitCode !== 0)
    .map(({ terminated }) => terminated.finishedAt)
    .filter((at) => at !== null);
  if (ends.length > 0) return Math.max(...ends);
  return pod.phase === 'Pending' ? null : pod.deletedAt;
}

/** The oldest Pod first, because it has been stuck for longest. */
function withPods(live: readonly SeenPod[], events: readonly StartEvent[]): Explanation | null {
  for (const { pod } of live) {
    const known = waitingContainer(pod, events) ?? unscheduled(pod) ?? warningAbout(events, 'Pod', pod.name);
    if (known !== null) return known;
  }
  const { pod } = live[0]!;
  return runningInit(pod) ?? unexplained(pod);
}

function waitingContainer({ name, containers }: Pod, events: readonly StartEvent[]): Explanation | null {
  for (const { name: container, state } of containers) {
    if (!isHindered(state)) continue;
    const { reason, message } = state;
    const pull = reason === 'ImagePullBackOff' ? failedPull(events, name, message) : null;
    return { reason, message: pull ?? message ?? `container ${container} waits: ${reason}` };
  }
  return null;
}

/** Kubelets before 1.31 say of a back-off only that there is one; the event before it has the registry's answer. */
function failedPull(events: readonly StartEvent[], podName: string, message: string | null): string | null {
  if (message?.includes('ErrImagePull')) return null;
  const pulls = events.filter(
    (event) => isAbout(event, 'Pod', podName) && event.message.startsWith('Failed to pull image'),
  );
  return latest(pulls)?.message ?? null;
}

function unscheduled({ unscheduled: told }: Pod): Explanation | null {
  if (told === null) return null;
  const reason = told.reason ?? 'Unschedulable';
  return { reason, message: told.message ?? 'the scheduler has found no node for the Pod' };
}

function runningInit({ containers }: Pod): Explanation | null {
  const init = containers.find(({ kind, state }) => kind === 'init' && state.kind === 'running');
  if (init === undefined) return null;
  const message = `init container ${init.name} still runs, and the main containers wait for it`;
  return { reason: 'InitContainerRunning', message };
}

function unexplained({ nodeName, containers }: Pod): Explanation {
  if (nodeName === null) {
    return { reason: 'Pending', message: 'the scheduler has not placed the Pod on a node' };
  }
  const waiting = containers.find(({ state }) => state.kind === 'waiting');
  const reason = waiting?.state.kind === 'waiting' ? waiting.state.reason : null;
  return {
    reason: reason ?? 'Pending',
    message: `the kubelet of ${nodeName} has not started the containers and gives no reason`,
  };
}

/** Without a Pod: refused by admission, or nobody creates it. A Job that had one waits for its next attempt. */
function withoutPod(
  job: Job,
  { pods }: AttemptLog,
  events: readonly StartEvent[],
  since: number,
): Explanation | null {
  // The event may be a little older than the clock of the node says that the last container ended.
  const sinceThen = events.filter(({ lastAt }) => lastAt === null || lastAt >= since - CLOCK_SKEW_MS);
  const warning = warningAbout(sinceThen, 'Job', job.name);
  if (warning !== null) return warning;
  if (pods.length > 0 || job.active > 0 || job.managedBy !== null) return null;
  return { reason: 'NoPod', message: 'no Pod has been created for the Job, and nothing says why' };
}

const CLOCK_SKEW_MS = 5_000;

/** The latest warning about the object. */
function warningAbout(events: readonly StartEvent[], kind: 'Job' | 'Pod', name: string): Explanation | null {
  const warnings = events.filter(
    (event) => event.type === 'Warning' && event.reason !== 'BackOff' && isAbout(event, kind, name),
  );
  const last = latest(warnings);
  return last === null ? null : { reason: last.reason, message: last.message };
}

function isAbout({ objectKind, objectName }: StartEvent, kind: 'Job' | 'Pod', name: string): boolean {
  return objectKind === kind && objectName === name;
}

function latest(events: readonly StartEvent[]): StartEvent | null {
  return events.toSorted((a, b) => (a.lastAt ?? 0) - (b.lastAt ?? 0)).at(-1) ?? null;
}
