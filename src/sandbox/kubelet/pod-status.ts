import type { KubeObject } from '../cluster-types.ts';
import { toKubernetesTime } from '../../lib/timestamp.ts';
import type { ContainerRecord } from './container-state.ts';

export type Phase = 'Pending' | 'Running' | 'Succeeded' | 'Failed';

/** Why a whole Pod was ended, beyond what its containers did: Evicted, DeadlineExceeded. */
export interface PodEnding {
  readonly reason: string;
  readonly message: string;
}

export interface PodStatusInput {
  readonly pod: KubeObject;
  readonly containers: readonly ContainerRecord[];
  readonly restartPolicy: 'Always' | 'OnFailure' | 'Never';
  /** Set when the Pod is over whatever its containers say. */
  readonly forced: Phase | null;
  readonly ending: PodEnding | null;
  readonly hostIP: string;
  readonly podIP: string;
  readonly now: number;
}

/** The status that the kubelet reports. */
export function renderPodStatus(input: PodStatusInput): object {
  const { pod, containers, ending, now } = input;
  const phase = input.forced ?? podPhase(containers, input.restartPolicy);
  return {
    phase,
    conditions: podConditions(input, phase),
    ...(ending === null ? {} : { reason: ending.reason, message: ending.message }),
    hostIP: input.hostIP,
    hostIPs: [{ ip: input.hostIP }],
    podIP: input.podIP,
    podIPs: [{ ip: input.podIP }],
    startTime: pod.status?.startTime ?? toKubernetesTime(now),
    ...initStatuses(containers),
    containerStatuses: ofKind(containers, 'main').map(toContainerStatus),
    qosClass: pod.status?.qosClass ?? 'BestEffort',
  };
}

/**
 * The phase that follows from the containers, as `getPhase` of pkg/kubelet/kubelet_pods.go has it:
 * a main container that waits to be restarted counts as stopped, not as waiting.
 */
function podPhase(
  containers: readonly ContainerRecord[],
  restartPolicy: PodStatusInput['restartPolicy'],
): Phase {
  const mains = ofKind(containers, 'main');
  const inits = ofKind(containers, 'init');
  if (inits.some((init) => init.isOver && init.state.terminated?.exitCode !== 0)) return 'Failed';
  if (inits.some((init) => !init.isOver)) return 'Pending';
  if (mains.some(({ state, lastTerminated }) => state.waiting && lastTerminated === null)) return 'Pending';
  if (mains.some(({ state }) => state.running)) return 'Running';
  if (restartPolicy === 'Always' || !mains.every((main) => main.isOver)) return 'Running';
  // Sidecars are stopped after the main containers, and the Pod is over when they are.
  if (ofKind(containers, 'sidecar').some(({ state }) => state.running)) return 'Running';
  return mains.every(({ state }) => state.terminated?.exitCode === 0) ? 'Succeeded' : 'Failed';
}

function ofKind(
  containers: readonly ContainerRecord[],
  kind: ContainerRecord['kind'],
): readonly ContainerRecord[] {
  return containers.filter((container) => container.kind === kind);
}

function initStatuses(containers: readonly ContainerRecord[]): object {
  const inits = containers.filter(({ kind }) => kind !== 'main');
  return inits.length === 0 ? {} : { initContainerStatuses: inits.map(toContainerStatus) };
}

function toContainerStatus(record: ContainerRecord): object {
  const { name, image, kind, restartCount, state, lastTerminated } = record;
  const isStarted = state.running !== undefined;
  return {
    name,
    image,
    imageID: '',
    restartCount,
    ready: isStarted || (kind === 'init' && state.terminated?.exitCode === 0),
    started: isStarted,
    state,
    lastState: lastTerminated === null ? {} : { terminated: lastTerminated },
  };
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastProbeTime: null;
  readonly lastTransitionTime: string;
}

function podConditions(input: PodStatusInput, phase: Phase): readonly Condition[] {
  const { containers, ending } = input;
  const isOver = phase === 'Succeeded' || phase === 'Failed';
  const isInitialized = ofKind(containers, 'init').every((init) => init.state.terminated?.exitCode === 0);
  const isReady = !isOver && isInitialized && ofKind(containers, 'main').every(({ state }) => state.running);
  const unready = isOver ? `Pod${phase === 'Failed' ? 'Failed' : 'Completed'}` : 'ContainersNotReady';
  const conditions = [
    ...(ending?.reason === 'Evicted'
      ? [transition(input, 'DisruptionTarget', true, 'TerminationByKubelet', ending.message)]
      : []),
    transition(input, 'Initialized', isInitialized, isInitialized ? undefined : 'ContainersNotInitialized'),
    transition(input, 'Ready', isReady, isReady ? undefined : unready),
    transition(input, 'ContainersReady', isReady, isReady ? undefined : unready),
    transition(input, 'PodScheduled', true),
  ];
  return conditions;
}

/** A condition whose transition time stays while its status does. */
function transition(
  { pod, now }: PodStatusInput,
  type: string,
  holds: boolean,
  reason?: string,
  message?: string,
): Condition {
  const status = holds ? 'True' : 'False';
  const before = (pod.status?.conditions ?? []).find((condition: Condition) => condition.type === type);
  return {
    type,
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
    lastProbeTime: null,
    lastTransitionTime: before?.status === status ? before.lastTransitionTime : toKubernetesTime(now),
  };
}
