import type { KubeObject, ObjectInput } from '../cluster-types.ts';
import { controllerReference } from './job-from-template.ts';
import type { NewPod } from './plan-job-pods.ts';
import {
  COMPLETION_INDEX,
  INDEX_FAILURE_COUNT,
  INDEX_IGNORED_FAILURE_COUNT,
  TRACKING_FINALIZER,
} from './pod-facts.ts';

const INDEX_VARIABLE = 'JOB_COMPLETION_INDEX';

/** The longest prefix of a generated name, see k8s.io/apiserver/pkg/storage/names. */
const LONGEST_PREFIX = 58;

/** A Pod of a Job as its controller creates it. */
export function podFromTemplate(job: KubeObject, { index, failures }: NewPod): ObjectInput {
  const { metadata = {}, spec } = job.spec.template;
  const mark = index === null ? {} : { [COMPLETION_INDEX]: String(index) };
  return {
    metadata: {
      generateName: generateName(job.metadata.name, index),
      namespace: job.metadata.namespace!,
      labels: { ...metadata.labels, ...mark },
      annotations: { ...metadata.annotations, ...mark, ...failureAnnotations(failures) },
      finalizers: [TRACKING_FINALIZER],
      ownerReferences: [controllerReference(job)],
    },
    spec: index === null ? spec : withIndex(spec, `${job.metadata.name}-${index}`),
  };
}

function generateName(jobName: string, index: number | null): string {
  const suffix = index === null ? '-' : `-${index}-`;
  return jobName.slice(0, LONGEST_PREFIX - suffix.length) + suffix;
}

function failureAnnotations(failures: NewPod['failures']): Readonly<Record<string, string>> {
  if (failures === null) return {};
  return {
    [INDEX_FAILURE_COUNT]: String(failures.counted),
    ...(failures.ignored > 0 ? { [INDEX_IGNORED_FAILURE_COUNT]: String(failures.ignored) } : {}),
  };
}

interface PodSpec {
  readonly containers: readonly ContainerSpec[];
  readonly initContainers?: readonly ContainerSpec[];
}

interface ContainerSpec {
  readonly env?: readonly { readonly name: string }[];
}

function withIndex(spec: PodSpec, hostname: string): object {
  return {
    ...spec,
    hostname,
    containers: spec.containers.map(withIndexVariable),
    ...(spec.initContainers ? { initContainers: spec.initContainers.map(withIndexVariable) } : {}),
  };
}

function withIndexVariable(container: ContainerSpec): ContainerSpec {
  if (container.env?.some(({ name }) => name === INDEX_VARIABLE)) return container;
  const fieldPath = `metadata.labels['${COMPLETION_INDEX}']`;
  return {
    ...container,
    env: [
      ...(container.env ?? []),
      { name: INDEX_VARIABLE, valueFrom: { fieldRef: { fieldPath } } } as { name: string },
    ],
  };
}
