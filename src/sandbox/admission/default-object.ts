import type { KubeObject, ResourceType } from '../cluster-types.ts';
import { qualifiedName } from '../resource-types.ts';
import type { Admission } from './admit.ts';
import { completeBySchema } from './complete-schema.ts';
import { defaultCronJob } from './cron-job.ts';
import { defaultJob } from './job.ts';
import { defaultPod } from './pod.ts';

/** The object with what its author left out, as the API server fills it in. */
export function defaultObject(
  admission: Admission,
  type: ResourceType,
  object: KubeObject,
  before: KubeObject | undefined,
): KubeObject {
  const isNew = before === undefined;
  switch (qualifiedName(type)) {
    case 'cronjobs.batch':
      return defaultCronJob(isNew ? { ...object, status: {} } : object);
    case 'jobs.batch':
      return defaultJob(isNew ? { ...object, status: {} } : object);
    case 'pods':
      return defaultPod(isNew ? { ...object, status: { phase: 'Pending', qosClass: 'BestEffort' } } : object);
    case 'namespaces':
      return isNew ? defaultNamespace(object) : object;
    case 'secrets':
      return defaultSecret(object);
    case 'customresourcedefinitions.apiextensions.k8s.io':
      return isNew ? { ...object, status: undefined } : object;
    default:
      return completeCustom(admission, type, object, isNew);
  }
}

function completeCustom(
  admission: Admission,
  type: ResourceType,
  object: KubeObject,
  isNew: boolean,
): KubeObject {
  const custom = admission.customResource(type);
  if (custom === undefined) return object;
  const { status: _, ...withoutStatus } = object;
  const given = isNew && type.hasStatus ? withoutStatus : object;
  return custom.schema === null ? given : (completeBySchema(custom.schema, given) as KubeObject);
}

function defaultNamespace(object: KubeObject): KubeObject {
  return {
    ...object,
    metadata: {
      ...object.metadata,
      labels: { ...object.metadata.labels, 'kubernetes.io/metadata.name': object.metadata.name },
    },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  };
}

/** `stringData` is for writing only: its values are stored, encoded, in `data`. */
function defaultSecret(object: KubeObject): KubeObject {
  const { stringData, ...rest } = object;
  if (stringData === undefined || stringData === null) return { type: 'Opaque', ...rest };
  const encoded = Object.entries(stringData).map(([key, text]) => [
    key,
    Buffer.from(String(text)).toString('base64'),
  ]);
  const data = { ...(rest['data'] as object | undefined), ...Object.fromEntries(encoded) };
  return { type: 'Opaque', ...rest, data };
}
