import type {
  Container as KubeContainer,
  ContainerState as KubeState,
  ContainerStateTerminated,
  ContainerStatus,
  Pod as KubePod,
  PodCondition,
} from 'kubernetes-types/core/v1.js';
import type { ObjectMeta } from 'kubernetes-types/meta/v1.js';
import type { Container, ContainerState, Pod, PodConditionText, Terminated } from '../execution/pod.ts';
import { type KubeObject, type Lenient, toInstant, toInteger, toList, toText } from './kube-object.ts';

/** Never throws: what is missing or odd becomes null, or what Kubernetes would default it to. */
export function toPod(object: KubeObject): Pod {
  const { metadata, spec, status } = object as Lenient<KubePod>;
  return {
    uid: metadata?.uid ?? '',
    namespace: metadata?.namespace ?? '',
    name: metadata?.name ?? '',
    ...jobOf(metadata ?? {}),
    completionIndex: completionIndexOf(metadata ?? {}),
    phase: toPhase(status?.phase),
    reason: toText(status?.reason),
    message: toText(status?.message),
    nodeName: toText(spec?.nodeName),
    unscheduled: conditionText(toList(status?.conditions), 'PodScheduled', 'False'),
    disruption: conditionText(toList(status?.conditions), 'DisruptionTarget', 'True'),
    createdAt: toInstant(metadata?.creationTimestamp) ?? 0,
    startedAt: toInstant(status?.startTime),
    deletedAt: toInstant(metadata?.deletionTimestamp),
    deletionGraceSeconds: toInteger(metadata?.deletionGracePeriodSeconds),
    containers: [
      ...toContainers(toList(spec?.initContainers), toList(status?.initContainerStatuses), initKind),
      ...toContainers(toList(spec?.containers), toList(status?.containerStatuses), () => 'main'),
    ],
  };
}

/** The labels without the prefix are the only ones before Kubernetes 1.27. */
function jobOf({ labels, ownerReferences }: Lenient<ObjectMeta>): Pick<Pod, 'jobUid' | 'jobName'> {
  const owner = toList(ownerReferences).find(({ kind }) => kind === 'Job');
  const uid = labels?.['batch.kubernetes.io/controller-uid'] ?? labels?.['controller-uid'] ?? owner?.uid;
  const name = labels?.['batch.kubernetes.io/job-name'] ?? labels?.['job-name'] ?? owner?.name;
  return { jobUid: toText(uid), jobName: toText(name) };
}

/** A label since Kubernetes 1.28, an annotation before. */
function completionIndexOf({ labels, annotations }: Lenient<ObjectMeta>): number | null {
  const key = 'batch.kubernetes.io/job-completion-index';
  const text = toText(labels?.[key] ?? annotations?.[key]);
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

function toPhase(value: unknown): Pod['phase'] {
  switch (value) {
    case 'Pending':
    case 'Running':
    case 'Succeeded':
    case 'Failed':
      return value;
    default:
      return 'Unknown';
  }
}

/** What the condition of that type says while it has that status; null otherwise. */
function conditionText(
  conditions: readonly Lenient<PodCondition>[],
  type: string,
  status: 'True' | 'False',
): PodConditionText | null {
  const found = conditions.find((condition) => condition.type === type && condition.status === status);
  return found === undefined ? null : { reason: toText(found.reason), message: toText(found.message) };
}

function initKind(container: Lenient<KubeContainer>): Container['kind'] {
  return container.restartPolicy === 'Always' ? 'sidecar' : 'init';
}

/** In the order of the spec, since that of the statuses is not defined. */
function toContainers(
  specs: readonly Lenient<KubeContainer>[],
  statuses: readonly Lenient<ContainerStatus>[],
  kindOf: (container: Lenient<KubeContainer>) => Container['kind'],
): Container[] {
  return specs.map((spec) => {
    const status = statuses.find(({ name }) => name === spec.name);
    const last = status?.lastState?.terminated;
    return {
      name: toText(spec.name) ?? '',
      kind: kindOf(spec),
      image: toText(spec.image) ?? '',
      restartCount: toInteger(status?.restartCount) ?? 0,
      state: toState(status?.state ?? {}),
      lastTerminated: last ? toTerminated(last) : null,
    };
  });
}

/** A container without a state has not begun: Kubernetes' own default is `waiting`. */
function toState({ terminated, running, waiting }: Lenient<KubeState>): ContainerState {
  if (terminated) return toTerminated(terminated);
  if (running) return { kind: 'running', startedAt: toInstant(running.startedAt) };
  return { kind: 'waiting', reason: toText(waiting?.reason), message: toText(waiting?.message) };
}

function toTerminated(terminated: Lenient<ContainerStateTerminated>): Terminated {
  return {
    kind: 'terminated',
    exitCode: toInteger(terminated.exitCode) ?? -1,
    signal: toInteger(terminated.signal) || null,
    reason: toText(terminated.reason),
    message: toText(terminated.message),
    startedAt: toInstant(terminated.startedAt),
    finishedAt: toInstant(terminated.finishedAt),
  };
}
