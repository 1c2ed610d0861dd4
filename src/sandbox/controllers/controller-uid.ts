import type { KubeObject } from '../cluster-types.ts';

/** The uid of the owner that controls the object; null when none does. */
export function controllerUid(object: KubeObject): string | null {
  return object.metadata.ownerReferences?.find((reference) => reference.controller === true)?.uid ?? null;
}
