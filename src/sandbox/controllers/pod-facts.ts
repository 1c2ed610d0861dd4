import type { KubeObject } from '../cluster-types.ts';
import { parseTimestamp } from '../parse-timestamp.ts';

/** Keeps a Pod of a Job in the API until its end has been counted in the Job's status. */
export const TRACKING_FINALIZER = 'batch.kubernetes.io/job-tracking';
export const COMPLETION_INDEX = 'batch.kubernetes.io/job-completion-index';
export const INDEX_FAILURE_COUNT = 'batch.kubernetes.io/job-index-failure-count';
export const INDEX_IGNORED_FAILURE_COUNT = 'batch.kubernetes.io/job-index-ignored-failure-count';

/** What the controllers read of an entry of status.containerStatuses. */
export interface ContainerStatus {
  readonly name: string;
  readonly restartCount: number;
  readonly state: { readonly terminated?: { readonly exitCode: number; readonly finishedAt?: string } };
}

/** Main containers first, then init containers. */
export function containerStatuses(pod: KubeObject): readonly ContainerStatus[] {
  return [...(pod.status?.containerStatuses ?? []), ...(pod.status?.initContainerStatuses ?? [])];
}

/** Whether the Pod has reached a phase that it never leaves. */
export function isPodTerminal(pod: KubeObject): boolean {
  return pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
}

/** Neither over nor being deleted. */
export function isPodActive(pod: KubeObject): boolean {
  return !isPodTerminal(pod) && pod.metadata.deletionTimestamp === undefined;
}

/** Being deleted and not yet over. */
export function isPodTerminating(pod: KubeObject): boolean {
  return !isPodTerminal(pod) && pod.metadata.deletionTimestamp !== undefined;
}

export function isPodReady(pod: KubeObject): boolean {
  const conditions: readonly { type: string; status: string }[] = pod.status?.conditions ?? [];
  return conditions.some((condition) => condition.type === 'Ready' && condition.status === 'True');
}

/** Whether the Pod's end is not yet counted in its Job's status. */
export function isTracked(pod: KubeObject): boolean {
  return pod.metadata.finalizers?.includes(TRACKING_FINALIZER) ?? false;
}

/** The completion index; null when the Pod has none. */
export function completionIndex(pod: KubeObject): number | null {
  const text = pod.metadata.annotations?.[COMPLETION_INDEX];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
}

/** A count kept in an annotation; 0 when absent or unreadable. */
export function countAnnotation(pod: KubeObject, name: string): number {
  const text = pod.metadata.annotations?.[name];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : 0;
}

/**
 * When the Pod ended: the last end of its main containers, else the moment it stopped being ready,
 * else the moment its deletion was asked for, else its creation.
 */
export function podFinishedAt(pod: KubeObject): number {
  const ends: readonly (number | null)[] = (pod.status?.containerStatuses ?? []).map(
    (container: ContainerStatus) => parseTimestamp(container.state.terminated?.finishedAt),
  );
  const known = ends.filter((end) => end !== null);
  if (known.length > 0 && known.length === ends.length) return Math.max(...known);
  return notReadySince(pod) ?? deletionAskedAt(pod) ?? parseTimestamp(pod.metadata.creationTimestamp) ?? 0;
}

function notReadySince(pod: KubeObject): number | null {
  const conditions: readonly { type: string; status: string; lastTransitionTime?: string }[] =
    pod.status?.conditions ?? [];
  const ready = conditions.find((condition) => condition.type === 'Ready' && condition.status === 'False');
  return parseTimestamp(ready?.lastTransitionTime);
}

function deletionAskedAt(pod: KubeObject): number | null {
  const end = parseTimestamp(pod.metadata.deletionTimestamp);
  return end === null ? null : end - (pod.metadata.deletionGracePeriodSeconds ?? 0) * 1_000;
}
