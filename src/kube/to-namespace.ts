import type { Namespace as KubeNamespace } from 'kubernetes-types/core/v1.js';
import { type KubeObject, type Lenient, toLabels } from './kube-object.ts';

/** What monitors select by. */
export interface Namespace {
  readonly uid: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Never throws. */
export function toNamespace(object: KubeObject): Namespace {
  const { metadata } = object as Lenient<KubeNamespace>;
  return {
    uid: metadata?.uid ?? '',
    name: metadata?.name ?? '',
    labels: toLabels(metadata?.labels),
  };
}
