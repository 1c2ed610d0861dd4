import type { ObjectMeta } from 'kubernetes-types/meta/v1.js';
import { type KubeObject, type Lenient, toInstant, toInteger } from './kube-object.ts';

/** An object of one of our own kinds. */
export interface CustomResource {
  readonly uid: string;
  readonly name: string;
  /** Rises when the spec changes; what a status reports as observedGeneration. */
  readonly generation: number;
  readonly createdAt: number;
  readonly resourceVersion: string;
  /** As it was written: the CRD's schema may be older than we are, so check it. */
  readonly spec: unknown;
  /** As we wrote it before; null when nobody did. */
  readonly status: unknown;
}

export interface NamespacedResource extends CustomResource {
  readonly namespace: string;
}

/** An object of a cluster-scoped kind. Never throws. */
export function toCustomResource(object: KubeObject): CustomResource {
  const { metadata, spec, status } = object as {
    readonly metadata?: Lenient<ObjectMeta>;
    readonly spec?: unknown;
    readonly status?: unknown;
  };
  return {
    uid: metadata?.uid ?? '',
    name: metadata?.name ?? '',
    generation: toInteger(metadata?.generation) ?? 0,
    createdAt: toInstant(metadata?.creationTimestamp) ?? 0,
    resourceVersion: metadata?.resourceVersion ?? '',
    spec: spec ?? null,
    status: status ?? null,
  };
}

/** An object of a namespaced kind. Never throws. */
export function toNamespacedResource(object: KubeObject): NamespacedResource {
  return { ...toCustomResource(object), namespace: object.metadata.namespace ?? '' };
}
