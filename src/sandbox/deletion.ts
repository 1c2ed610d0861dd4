import type { KubeObject, ResourceType } from './cluster-types.ts';
import type { OwnerIndex } from './owner-index.ts';
import { isType } from './resource-types.ts';

export type PropagationPolicy = 'Background' | 'Foreground' | 'Orphan';

/** Keeps an owner that is deleted in the foreground until its dependents are gone. */
export const FOREGROUND = 'foregroundDeletion';

/** Whether nothing keeps an object any more that is being deleted. */
export function isReadyToGo({ metadata }: KubeObject): boolean {
  return (
    metadata.deletionTimestamp !== undefined &&
    metadata.deletionGracePeriodSeconds === 0 &&
    (metadata.finalizers ?? []).length === 0
  );
}

/** Only a Pod that was bound to a node and has not finished gets time; the kubelet ends it. */
export function gracePeriodSeconds(
  type: ResourceType,
  object: KubeObject,
  wanted: number | undefined,
): number {
  if (!isType(type, 'pods') || !object.spec?.nodeName) return 0;
  if (['Succeeded', 'Failed'].includes(object.status?.phase)) return 0;
  return wanted ?? object.spec.terminationGracePeriodSeconds ?? 30;
}

/** The finalizers of an object once its deletion has begun. */
export function finalizersFor(
  object: KubeObject,
  policy: PropagationPolicy | undefined,
  owners: OwnerIndex,
): readonly string[] {
  const finalizers = object.metadata.finalizers ?? [];
  if (policy !== 'Foreground' || finalizers.includes(FOREGROUND) || !isBlocked(object, owners))
    return finalizers;
  return [...finalizers, FOREGROUND];
}

/** Whether dependents that asked to be gone first are still there. */
export function isBlocked(owner: KubeObject, owners: OwnerIndex): boolean {
  const { uid } = owner.metadata;
  return owners
    .dependentsOf(uid)
    .some(({ object }) =>
      object.metadata.ownerReferences!.some(
        (reference) => reference.uid === uid && reference.blockOwnerDeletion === true,
      ),
    );
}
