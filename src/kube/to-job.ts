import type { Job as KubeJob, JobCondition as KubeCondition } from 'kubernetes-types/batch/v1.js';
import type { OwnerReference } from 'kubernetes-types/meta/v1.js';
import type { Job, JobCondition, JobOwner } from '../execution/job.ts';
import { type KubeObject, type Lenient, toInstant, toInteger, toList, toText } from './kube-object.ts';

/** Never throws: what is missing or odd becomes null, or what Kubernetes would default it to. */
export function toJob(object: KubeObject): Job {
  const { metadata, spec, status } = object as Lenient<KubeJob>;
  const annotations = metadata?.annotations;
  return {
    uid: metadata?.uid ?? '',
    namespace: metadata?.namespace ?? '',
    name: metadata?.name ?? '',
    owner: toOwner(toList(metadata?.ownerReferences)),
    instantiate: toText(annotations?.['cronjob.kubernetes.io/instantiate']),
    scheduledTimestamp: toInstant(annotations?.['batch.kubernetes.io/cronjob-scheduled-timestamp']),
    createdAt: toInstant(metadata?.creationTimestamp) ?? 0,
    deletedAt: toInstant(metadata?.deletionTimestamp),
    startedAt: toInstant(status?.startTime),
    completedAt: toInstant(status?.completionTime),
    conditions: toList(status?.conditions).map(toCondition),
    suspend: spec?.suspend === true,
    managedBy: managedBy(spec?.managedBy),
    completions: toInteger(spec?.completions),
    parallelism: toInteger(spec?.parallelism) ?? 1,
    active: toInteger(status?.active) ?? 0,
    ready: toInteger(status?.ready) ?? 0,
    failed: toInteger(status?.failed) ?? 0,
    failedIndexes: toText(status?.failedIndexes),
  };
}

/** Kubernetes' own controller may be named too, which is the same as naming none. */
function managedBy(value: unknown): string | null {
  return value === 'kubernetes.io/job-controller' ? null : toText(value);
}

/** A Job may have other owners too, and a kind of that name may exist in another group. */
function toOwner(references: readonly Lenient<OwnerReference>[]): JobOwner | null {
  const owner = references.find(
    (reference) => reference.kind === 'CronJob' && reference.apiVersion?.startsWith('batch/'),
  );
  if (!owner?.uid || !owner.name) return null;
  return { uid: owner.uid, name: owner.name, controller: owner.controller === true };
}

function toCondition(condition: Lenient<KubeCondition>): JobCondition {
  const { status } = condition;
  return {
    type: toText(condition.type) ?? '',
    status: status === 'True' || status === 'False' ? status : 'Unknown',
    reason: toText(condition.reason),
    message: toText(condition.message),
    lastTransitionAt: toInstant(condition.lastTransitionTime),
  };
}
