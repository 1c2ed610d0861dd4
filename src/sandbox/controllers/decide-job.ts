import type { KubeObject } from '../cluster-types.ts';
import { equalJson } from '../../lib/equal-json.ts';
import { toKubernetesTime } from '../../lib/timestamp.ts';
import type { EventText } from './event-recorder.ts';
import { formatIndexes } from './index-set.ts';
import type { JobBackoff } from './job-backoff.ts';
import { finishedCondition, type JobCondition, trueCondition } from './job-conditions.ts';
import { gatherJobFacts, isPodFailed, type JobFacts, type JobStatus } from './job-facts.ts';
import { activeDeadlineAt, COMPLETIONS_REACHED, judgeJob, type JobVerdict } from './job-verdict.ts';
import { type NewPod, planJobPods, type PodPlan, podsAwaitingReplacement } from './plan-job-pods.ts';
import { isPodReady, isTracked } from './pod-facts.ts';

/** What the Job controller does in one pass, in this order. */
export interface JobDecision {
  readonly remove: readonly KubeObject[];
  /** Whether `remove` is let go of uncounted, as on suspension, rather than counted when it is over. */
  readonly removeUncounted: boolean;
  readonly create: readonly NewPod[];
  /**
   * Written before `release`: names the Pods about to be counted and carries the interim condition
   * (SuccessCriteriaMet or FailureTarget). Null when nothing differs.
   */
  readonly interimStatus: JobStatus | null;
  /** Pods that no longer need to be kept: their end is in the status now. */
  readonly release: readonly KubeObject[];
  /** Written after `release`: the counters, and the terminal condition once no Pod is left stopping. */
  readonly finalStatus: JobStatus;
  readonly events: readonly EventText[];
  readonly backoff: JobBackoff;
  /** When to decide again if nothing happens before; null for never. */
  readonly requeueAt: number | null;
}

/**
 * One pass of the Job controller over a Job and its Pods. Null when the Job is over or another
 * controller manages it.
 *
 * A Job ends in two steps. First the verdict is noted down (SuccessCriteriaMet or FailureTarget)
 * and its active Pods are deleted; when the last of them has stopped, Complete or Failed follows.
 * Every Pod carries a finalizer until its end is counted, so that none is lost or counted twice.
 * Follows `syncJob` of pkg/controller/job/job_controller.go.
 */
export function decideJob(
  job: KubeObject,
  pods: readonly KubeObject[],
  backoff: JobBackoff,
  now: number,
): JobDecision | null {
  if (finishedCondition(job) !== null || isManagedElsewhere(job)) return null;
  const facts = gatherJobFacts(job, pods, backoff, now);
  const early = judgeJob(facts);
  const plan = planPods(facts, early);
  const activeAfter = facts.active.length - plan.remove.length + plan.create.length;
  const verdict = early ?? completion(facts, activeAfter);
  const suspension = early === null && verdict === null ? suspensionChange(facts) : NO_CHANGE;
  const counted = countPods(facts, verdict, plan);
  const terminating = facts.terminating.length + plan.remove.length;
  const base = baseStatus(facts, plan, suspension, { active: activeAfter, terminating });
  const interim = interimStatus(base, counted, verdict, facts);
  const final = finalStatus(interim, counted, terminating === 0 ? verdict : null, facts);
  return {
    remove: plan.remove,
    removeUncounted: early === null,
    create: plan.create,
    interimStatus: equalJson(interim, job.status) ? null : interim,
    release: counted.release,
    finalStatus: final,
    events: [...suspension.events, ...(terminating === 0 && verdict !== null ? [ending(verdict)] : [])],
    backoff: facts.backoff,
    requeueAt: earliest(plan.retryAt, verdict === null ? activeDeadlineAt(facts) : null),
  };
}

function isManagedElsewhere(job: KubeObject): boolean {
  const managedBy = job.spec?.managedBy;
  return managedBy !== undefined && managedBy !== null && managedBy !== 'kubernetes.io/job-controller';
}

function planPods(facts: JobFacts, verdict: JobVerdict | null): PodPlan {
  if (verdict !== null) return { remove: facts.active, create: [], retryAt: null };
  if (facts.job.metadata.deletionTimestamp !== undefined) return { remove: [], create: [], retryAt: null };
  return planJobPods(facts);
}

function completion({ spec, succeeded }: JobFacts, active: number): JobVerdict | null {
  const isReached = spec.completions === null ? succeeded > 0 : succeeded >= spec.completions;
  return isReached && active === 0 ? COMPLETIONS_REACHED : null;
}

interface SuspensionChange {
  readonly condition: JobCondition | null;
  readonly events: readonly EventText[];
}

const NO_CHANGE: SuspensionChange = { condition: null, events: [] };

function suspensionChange({ job, spec, status, now }: JobFacts): SuspensionChange {
  const isSuspended = trueCondition(status.conditions, 'Suspended') !== null;
  if (job.metadata.deletionTimestamp !== undefined || isSuspended === spec.suspend) return NO_CHANGE;
  const word = spec.suspend ? 'Suspended' : 'Resumed';
  const message = `Job ${word.toLowerCase()}`;
  return {
    condition: condition('Suspended', spec.suspend ? 'True' : 'False', `Job${word}`, message, now),
    events: [{ type: 'Normal', reason: word, message }],
  };
}

interface CountedPods {
  readonly release: readonly KubeObject[];
  /** Uids that raise the counter; empty for Indexed Jobs, which count indexes. */
  readonly succeeded: readonly string[];
  readonly failed: readonly string[];
}

/** With a verdict every Pod is let go; with a failure whatever has not succeeded counts as failed. */
function countPods(facts: JobFacts, verdict: JobVerdict | null, plan: PodPlan): CountedPods {
  const { spec, job } = facts;
  const kept = new Set(verdict === null ? podsAwaitingReplacement(facts).values() : []);
  const created = new Set(plan.create.map(({ index }) => index));
  for (const [index, pod] of podsAwaitingReplacement(facts)) if (created.has(index)) kept.delete(pod);
  const isOver = (pod: KubeObject) => pod.status?.phase === 'Succeeded' || isPodFailed(spec, pod);
  const release = facts.pods.filter(
    (pod) =>
      isTracked(pod) &&
      !kept.has(pod) &&
      (verdict !== null || job.metadata.deletionTimestamp !== undefined || isOver(pod)),
  );
  const released = new Set(release);
  const failed = facts.newlyFailed
    .filter(({ pod, verdict }) => released.has(pod) && verdict.action !== 'Ignore')
    .map(({ pod }) => pod);
  const stopped =
    verdict?.type === 'Failed'
      ? facts.active.concat(facts.terminating).filter((pod) => released.has(pod))
      : [];
  return {
    release,
    succeeded: spec.indexed ? [] : facts.newlySucceeded.map(({ metadata }) => metadata.uid),
    failed: [...new Set([...failed, ...stopped].map(({ metadata }) => metadata.uid))],
  };
}

function baseStatus(
  facts: JobFacts,
  plan: PodPlan,
  suspension: SuspensionChange,
  counts: { readonly active: number; readonly terminating: number },
): JobStatus {
  const { spec, status, now } = facts;
  const removed = new Set(plan.remove);
  const isResumed = suspension.condition?.status === 'False';
  const startTime = isResumed
    ? toKubernetesTime(now)
    : (status.startTime ?? (spec.suspend ? undefined : toKubernetesTime(now)));
  const { active: _, ...rest } = status;
  return {
    ...rest,
    ...(startTime === undefined ? {} : { startTime }),
    ...(counts.active > 0 ? { active: counts.active } : {}),
    ready: facts.active.filter((pod) => isPodReady(pod) && !removed.has(pod)).length,
    terminating: counts.terminating,
    ...withConditions(status.conditions, suspension.condition),
    ...(spec.indexed && facts.succeededIndexes.size > 0
      ? { completedIndexes: formatIndexes(facts.succeededIndexes) }
      : {}),
    ...(facts.failedIndexes === null ? {} : { failedIndexes: formatIndexes(facts.failedIndexes) }),
    ...(spec.indexed && facts.succeeded > 0 ? { succeeded: facts.succeeded } : {}),
    uncountedTerminatedPods: {},
  };
}

function interimStatus(
  base: JobStatus,
  counted: CountedPods,
  verdict: JobVerdict | null,
  { now }: JobFacts,
): JobStatus {
  const type = verdict?.type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget';
  const isNew = verdict !== null && trueCondition(base.conditions, type) === null;
  const interim = isNew ? condition(type, 'True', verdict.reason, verdict.message, now) : null;
  return {
    ...base,
    ...withConditions(base.conditions, interim),
    uncountedTerminatedPods: {
      ...(counted.succeeded.length > 0 ? { succeeded: counted.succeeded } : {}),
      ...(counted.failed.length > 0 ? { failed: counted.failed } : {}),
    },
  };
}

function finalStatus(
  interim: JobStatus,
  counted: CountedPods,
  ended: JobVerdict | null,
  { now }: JobFacts,
): JobStatus {
  const succeeded = (interim.succeeded ?? 0) + counted.succeeded.length;
  const failed = (interim.failed ?? 0) + counted.failed.length;
  const terminal = ended && condition(ended.type, 'True', ended.reason, ended.message, now);
  return {
    ...interim,
    ...(succeeded > 0 ? { succeeded } : {}),
    ...(failed > 0 ? { failed } : {}),
    uncountedTerminatedPods: {},
    ...withConditions(interim.conditions, terminal),
    ...(ended?.type === 'Complete' ? { completionTime: toKubernetesTime(now) } : {}),
  };
}

/** The conditions with one of its type put in or replaced; nothing when there is none at all. */
function withConditions(
  conditions: readonly JobCondition[] | undefined,
  changed: JobCondition | null,
): Pick<JobStatus, 'conditions'> {
  if (changed === null) return conditions === undefined ? {} : { conditions };
  const others = conditions ?? [];
  const isKnown = others.some(({ type }) => type === changed.type);
  return {
    conditions: isKnown
      ? others.map((each) => (each.type === changed.type ? changed : each))
      : [...others, changed],
  };
}

function condition(
  type: string,
  status: JobCondition['status'],
  reason: string,
  message: string,
  now: number,
): JobCondition {
  const at = toKubernetesTime(now);
  return { type, status, reason, message, lastProbeTime: at, lastTransitionTime: at };
}

function ending(verdict: JobVerdict): EventText {
  return verdict.type === 'Complete'
    ? { type: 'Normal', reason: 'Completed', message: 'Job completed' }
    : { type: 'Warning', reason: verdict.reason, message: verdict.message };
}

function earliest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
