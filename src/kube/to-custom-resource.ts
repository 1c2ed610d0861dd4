import type { ObjectMeta } from 'kubernetes-types/meta/v1.js';
import { type KubeObject, type Lenient, toInteger, toText } from './kube-object.ts';

/** An object of one of our own kinds. */
export interface CustomResource {
  readonly uid: string;
  /** Null for a cluster-scoped kind. */
  readonly namespace: string | null;
  readonly name: string;
  /** Rises when the spec changes; what a status reports as observedGeneration. */
  readonly generation: number;
  readonly resourceVersion: string;
  /** As it was written: the CRD's schema may be older than we are, so check it. */
  readonly spec: unknown;
  /** As we wrote it before; null when nobody did. */
  readonly status: unknown;
}

/** Never throws. */
export function toCustomResource(object: KubeObject): CustomResource {
  const { metadata, spec, status } = object as {
    readonly metadata?: Lenient<ObjectMeta>;
    readonly spec?: unknown;
    readonly status?: unknown;
  };
  return {
    uid: metadata?.uid ?? '',
    namespace: toText(metadata?.namespace),
    name: metadata?.name ?? '',
    generation: toInteger(metadata?.generation) ?? 0,
    resourceVersion: metadata?.resourceVersion ?? '',
    spec: spec ?? null,
    status: status ?? null,
  };
}
