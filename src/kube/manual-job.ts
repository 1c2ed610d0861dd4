import type { CronJob, Job, JobTemplateSpec } from 'kubernetes-types/batch/v1.js';
import type { Lenient } from './kube-object.ts';

/** What a Pod's name, made of the Job's, has room for. */
const LONGEST_NAME = 63;

/**
 * The Job that `kubectl create job --from=cronjob/…` makes (kubectl, create_job.go,
 * createJobWithCronJob): from the template, marked as manual, and owned by the CronJob without being
 * controlled by it, so that it counts neither for Forbid nor for the history limits.
 */
export function manualJob(cronJob: Lenient<CronJob>, suffix: string): Job {
  const { metadata, spec } = cronJob;
  const template = spec?.jobTemplate as JobTemplateSpec;
  const name = metadata?.name ?? '';
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: manualJobName(name, suffix),
      ...(template.metadata?.labels && { labels: template.metadata.labels }),
      // As in kubectl, the template's own annotations go first.
      annotations: { 'cronjob.kubernetes.io/instantiate': 'manual', ...template.metadata?.annotations },
      ownerReferences: [{ apiVersion: 'batch/v1', kind: 'CronJob', name, uid: metadata?.uid ?? '' }],
    },
    ...(template.spec && { spec: template.spec }),
  };
}

/** `<cronjob>-manual-<suffix>` in at most 63 characters; the CronJob's part is cut. */
export function manualJobName(cronJobName: string, suffix: string): string {
  const ending = `-manual-${suffix}`;
  // A name may not have a dot before a dash.
  return cronJobName.slice(0, LONGEST_NAME - ending.length).replace(/[-.]+$/, '') + ending;
}
