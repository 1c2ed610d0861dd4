import type { KubeObject } from '../cluster-types.ts';
import { parseTimestamp } from '../parse-timestamp.ts';
import { parseIndexes } from './index-set.ts';
import { type JobBackoff, updateBackoff } from './job-backoff.ts';
import type { JobCondition } from './job-conditions.ts';
import { type JobSpec, readJobSpec } from './job-spec.ts';
import {
  completionIndex,
  countAnnotation,
  INDEX_FAILURE_COUNT,
  isPodActive,
  isPodTerminating,
  isTracked,
} from './pod-facts.ts';
import { matchPodFailurePolicy, type PodFailureVerdict } from './pod-failure-policy.ts';

export interface JobStatus {
  readonly conditions?: readonly JobCondition[];
  readonly startTime?: string;
  readonly completionTime?: string;
  readonly active?: number;
  readonly ready?: number;
  readonly terminating?: number;
  readonly succeeded?: number;
  readonly failed?: number;
  readonly completedIndexes?: string;
  readonly failedIndexes?: string;
  readonly uncountedTerminatedPods?: {
    readonly succeeded?: readonly string[];
    readonly failed?: readonly string[];
  };
}

/** A Pod that is over and not yet counted, with what the failure policy makes of it. */
export interface FailedPod {
  readonly pod: KubeObject;
  readonly verdict: PodFailureVerdict;
}

/** What one pass of the Job controller starts from. */
export interface JobFacts {
  readonly job: KubeObject;
  readonly spec: JobSpec;
  readonly status: JobStatus;
  readonly now: number;
  readonly pods: readonly KubeObject[];
  readonly active: readonly KubeObject[];
  readonly terminating: readonly KubeObject[];
  /** Ended since the last pass and thus not in the counters of `status`. */
  readonly newlySucceeded: readonly KubeObject[];
  readonly newlyFailed: readonly FailedPod[];
  /** In all. */
  readonly succeeded: number;
  /** In all, without the ignored ones. */
  readonly failed: number;
  /** Empty unless Indexed. */
  readonly succeededIndexes: ReadonlySet<number>;
  /** Null without backoffLimitPerIndex. */
  readonly failedIndexes: ReadonlySet<number> | null;
  readonly backoff: JobBackoff;
  /** When the Job began, for activeDeadlineSeconds; null while it is suspended from the start. */
  readonly startedAt: number | null;
}

export function gatherJobFacts(
  job: KubeObject,
  pods: readonly KubeObject[],
  backoff: JobBackoff,
  now: number,
): JobFacts {
  const spec = readJobSpec(job);
  const status = withLateCounts(job.status ?? {}, pods);
  const uncounted = pods.filter((pod) => isTracked(pod) && hasValidIndex(spec, pod));
  const newlySucceeded = uncounted.filter((pod) => pod.status?.phase === 'Succeeded');
  const newlyFailed = uncounted
    .filter((pod) => isPodFailed(spec, pod))
    .map((pod) => ({ pod, verdict: matchPodFailurePolicy(spec.podFailurePolicy, pod) }));
  const succeededIndexes = indexesWith(status.completedIndexes, spec, newlySucceeded);
  const countedFailures = newlyFailed.filter(({ verdict }) => verdict.action !== 'Ignore').length;
  return {
    job,
    spec,
    status,
    now,
    pods,
    active: pods.filter(isPodActive),
    terminating: pods.filter(isPodTerminating),
    newlySucceeded,
    newlyFailed,
    succeeded: spec.indexed ? succeededIndexes.size : (status.succeeded ?? 0) + newlySucceeded.length,
    failed: (status.failed ?? 0) + countedFailures,
    succeededIndexes,
    failedIndexes: failedIndexes(spec, status, newlyFailed),
    backoff: updateBackoff(
      backoff,
      newlySucceeded,
      newlyFailed.map(({ pod }) => pod),
    ),
    startedAt: parseTimestamp(status.startTime) ?? (spec.suspend ? null : now),
  };
}

/** Pods that are being deleted count as failed too, unless the Job replaces only those that are over. */
export function isPodFailed(spec: JobSpec, pod: KubeObject): boolean {
  if (pod.status?.phase === 'Failed') return true;
  return !spec.replaceOnlyFailed && isPodTerminating(pod);
}

/** Counts what a pass that broke off had noted down and released but not yet added up. */
function withLateCounts(status: JobStatus, pods: readonly KubeObject[]): JobStatus {
  const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
  if (succeeded.length + failed.length === 0) return status;
  const tracked = new Set(pods.filter(isTracked).map((pod) => pod.metadata.uid));
  const late = (uids: readonly string[]) => uids.filter((uid) => !tracked.has(uid)).length;
  return {
    ...status,
    succeeded: (status.succeeded ?? 0) + late(succeeded),
    failed: (status.failed ?? 0) + late(failed),
    uncountedTerminatedPods: {},
  };
}

function hasValidIndex(spec: JobSpec, pod: KubeObject): boolean {
  if (!spec.indexed) return true;
  const index = completionIndex(pod);
  return index !== null && index < (spec.completions ?? 0);
}

function indexesWith(
  text: string | undefined,
  spec: JobSpec,
  pods: readonly KubeObject[],
): ReadonlySet<number> {
  if (!spec.indexed) return new Set();
  const indexes = parseIndexes(text ?? '', spec.completions ?? 0);
  for (const pod of pods) indexes.add(completionIndex(pod)!);
  return indexes;
}

function failedIndexes(
  spec: JobSpec,
  status: JobStatus,
  failed: readonly FailedPod[],
): ReadonlySet<number> | null {
  const limit = spec.backoffLimitPerIndex;
  if (!spec.indexed || limit === null) return null;
  const ended = failed.filter(({ pod, verdict }) => {
    if (verdict.action === 'FailIndex') return true;
    return verdict.action !== 'Ignore' && countAnnotation(pod, INDEX_FAILURE_COUNT) >= limit;
  });
  return indexesWith(
    status.failedIndexes,
    spec,
    ended.map(({ pod }) => pod),
  );
}
