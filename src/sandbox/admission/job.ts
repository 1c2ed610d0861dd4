import type { KubeObject } from '../cluster-types.ts';
import { defaultPodSpec } from './pod.ts';

/** A user's JSON before it has been checked. */
// oxlint-disable-next-line typescript/no-explicit-any -- any shape may come
type Unchecked = any;

export function defaultJob(object: KubeObject): KubeObject {
  const { spec, metadata } = object;
  if (typeof spec !== 'object' || spec === null) return object;
  const labels = {
    'batch.kubernetes.io/controller-uid': metadata.uid,
    'batch.kubernetes.io/job-name': metadata.name,
    'controller-uid': metadata.uid,
    'job-name': metadata.name,
  };
  const complete = defaultJobSpec(spec);
  if (spec.manualSelector === true || spec.selector !== undefined) return { ...object, spec: complete };
  const template = complete.template ?? {};
  return {
    ...object,
    metadata: { ...metadata, labels: { ...labels, ...template.metadata?.labels, ...metadata.labels } },
    spec: {
      ...complete,
      selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': metadata.uid } },
      template: {
        ...template,
        metadata: { ...template.metadata, labels: { ...template.metadata?.labels, ...labels } },
      },
    },
  };
}

/** Without completions and parallelism a Job is one run; with parallelism alone it is a work queue. */
export function defaultJobSpec(spec: Unchecked): Unchecked {
  const isSingle = spec.completions === undefined && spec.parallelism === undefined;
  const template = spec.template?.spec
    ? { template: { ...spec.template, spec: defaultPodSpec(spec.template.spec) } }
    : {};
  const isIndexedBackoff = spec.backoffLimitPerIndex !== undefined && spec.backoffLimitPerIndex !== null;
  return {
    ...(isSingle ? { completions: 1 } : {}),
    parallelism: 1,
    completionMode: 'NonIndexed',
    backoffLimit: isIndexedBackoff ? 2_147_483_647 : 6,
    suspend: false,
    podReplacementPolicy: spec.podFailurePolicy ? 'Failed' : 'TerminatingOrFailed',
    ...spec,
    ...template,
  };
}
