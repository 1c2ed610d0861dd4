import { equalJson } from '../../lib/equal-json.ts';
import type { KubeObject, ResourceType } from '../cluster-types.ts';
import { qualifiedName } from '../resource-types.ts';
import type { FieldError } from '../status-errors.ts';
import type { Admission } from './admit.ts';
import { Checks } from './checks.ts';
import { validateCronJob } from './cron-job.ts';
import { validateDefinition } from './custom-resource-definition.ts';
import { validateJobSpec, validateJobUpdate } from './job.ts';
import { validateLabels, validateMetadata } from './metadata.ts';
import { validatePodSpec } from './pod.ts';
import { validateSchema } from './validate-schema.ts';
import { validateStatus } from './validate-status.ts';

/** Everything that the API server would refuse an object for; empty when it is fine. */
export function validateObject(
  admission: Admission,
  type: ResourceType,
  object: KubeObject,
  before: KubeObject | undefined,
): readonly FieldError[] {
  const checks = new Checks();
  if (before === undefined) checks.add(validateMetadata(type, object));
  const { labels, annotations } = object.metadata;
  const known = before?.metadata;
  if (!equalJson(known?.labels, labels) || !equalJson(known?.annotations, annotations)) {
    checks.add(validateLabels(object));
  }
  const custom = admission.customResource(type);
  if (custom === undefined && before?.status !== object.status) validateStatus(checks, object.status);
  if (custom !== undefined) {
    if (custom.schema !== null) checks.add(validateSchema(custom.schema, object));
  } else if (before === undefined || !equalJson(before.spec, object.spec)) {
    validateSpec(admission, type, object, before, checks);
  }
  return checks.errors;
}

/** A spec that did not change was fine when it came, which spares status updates the work. */
function validateSpec(
  admission: Admission,
  type: ResourceType,
  object: KubeObject,
  before: KubeObject | undefined,
  checks: Checks,
): void {
  switch (qualifiedName(type)) {
    case 'pods':
      return validatePodSpec(checks, 'spec', object.spec);
    case 'cronjobs.batch':
      return validateCronJob(checks, object, admission.validateSchedule);
    case 'jobs.batch':
      validateJobSpec(checks, 'spec', object.spec);
      if (before !== undefined && checks.errors.length === 0) validateJobUpdate(checks, before, object);
      return;
    case 'customresourcedefinitions.apiextensions.k8s.io':
      return validateDefinition(checks, object, before);
    default:
  }
}
