import type { KubeObject } from '../cluster-types.ts';
import { defaultJobSpec } from './job.ts';

export function defaultCronJob(object: KubeObject): KubeObject {
  const { spec } = object;
  if (typeof spec !== 'object' || spec === null) return object;
  const template = spec.jobTemplate;
  return {
    ...object,
    spec: {
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
      ...spec,
      ...(template?.spec ? { jobTemplate: { ...template, spec: defaultJobTemplate(template.spec) } } : {}),
    },
  };
}

/** In a CronJob's template only the pod is completed; the rest waits for the Job itself. */
// oxlint-disable-next-line typescript/no-explicit-any -- a user's spec, not checked yet
function defaultJobTemplate(spec: any): unknown {
  const { template } = defaultJobSpec(spec);
  return template === undefined ? spec : { ...spec, template };
}
