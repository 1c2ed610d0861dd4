import type { CronJob as KubeCronJob } from 'kubernetes-types/batch/v1.js';
import type { CronJob } from '../execution/cron-job.ts';
import { type KubeObject, type Lenient, toInstant, toInteger, toLabels, toText } from './kube-object.ts';

/** Never throws: what is missing or odd becomes null, or what Kubernetes would default it to. */
export function toCronJob(object: KubeObject): CronJob {
  const { metadata, spec, status } = object as Lenient<KubeCronJob>;
  return {
    uid: metadata?.uid ?? '',
    generation: toInteger(metadata?.generation) ?? 0,
    namespace: metadata?.namespace ?? '',
    name: metadata?.name ?? '',
    labels: toLabels(metadata?.labels),
    schedule: toText(spec?.schedule) ?? '',
    timeZone: toText(spec?.timeZone),
    suspend: spec?.suspend === true,
    concurrencyPolicy: toConcurrencyPolicy(spec?.concurrencyPolicy),
    startingDeadlineSeconds: toInteger(spec?.startingDeadlineSeconds),
    successfulJobsHistoryLimit: toInteger(spec?.successfulJobsHistoryLimit) ?? 3,
    failedJobsHistoryLimit: toInteger(spec?.failedJobsHistoryLimit) ?? 1,
    ttlSecondsAfterFinished: toInteger(spec?.jobTemplate?.spec?.ttlSecondsAfterFinished),
    createdAt: toInstant(metadata?.creationTimestamp) ?? 0,
    lastScheduledFor: toInstant(status?.lastScheduleTime),
    lastSuccessfulAt: toInstant(status?.lastSuccessfulTime),
  };
}

function toConcurrencyPolicy(value: unknown): CronJob['concurrencyPolicy'] {
  return value === 'Forbid' || value === 'Replace' ? value : 'Allow';
}
