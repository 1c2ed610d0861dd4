import type { KubeObject } from '../cluster-types.ts';
import { backoffUntil } from './job-backoff.ts';
import type { JobFacts } from './job-facts.ts';
import {
  completionIndex,
  countAnnotation,
  INDEX_FAILURE_COUNT,
  INDEX_IGNORED_FAILURE_COUNT,
  isPodReady,
  podFinishedAt,
} from './pod-facts.ts';
import { matchPodFailurePolicy } from './pod-failure-policy.ts';

/** A Pod to be created. */
export interface NewPod {
  /** Null unless Indexed. */
  readonly index: number | null;
  /** Failures of its index so far; null without backoffLimitPerIndex. */
  readonly failures: { readonly counted: number; readonly ignored: number } | null;
}

export interface PodPlan {
  readonly remove: readonly KubeObject[];
  readonly create: readonly NewPod[];
  /** When a Pod that has to wait for its back-off may be created; null when none waits. */
  readonly retryAt: number | null;
}

const NOTHING: PodPlan = { remove: [], create: [], retryAt: null };

/** The Job controller creates at most so many Pods in one pass. */
const MOST_PODS_PER_PASS = 500;

/**
 * Which Pods a Job that goes on needs more or fewer: as many as its parallelism, and no more than
 * completions are left. A replacement waits for the back-off. Follows `manageJob` of
 * pkg/controller/job/job_controller.go.
 */
export function planJobPods(facts: JobFacts): PodPlan {
  const { spec, active } = facts;
  if (spec.suspend) return { ...NOTHING, remove: active };
  const wanted = wantedPods(facts);
  const remove = surplusPods(facts, Math.max(0, active.length - wanted));
  if (remove.length > 0) return { ...NOTHING, remove };
  const blocking = spec.replaceOnlyFailed ? facts.terminating.length : 0;
  const missing = Math.min(MOST_PODS_PER_PASS, wanted - blocking - active.length);
  if (missing <= 0) return NOTHING;
  return spec.backoffLimitPerIndex !== null && spec.indexed
    ? createPerIndex(facts, missing)
    : createTogether(facts, missing);
}

/**
 * Of each index that waits for its replacement the last failed Pod. It stays tracked until the
 * replacement exists, since the count of failures is handed on from Pod to Pod.
 */
export function podsAwaitingReplacement(facts: JobFacts): ReadonlyMap<number, KubeObject> {
  const waiting = new Map<number, KubeObject>();
  if (facts.failedIndexes === null) return waiting;
  const settled = facts.succeededIndexes.union(facts.failedIndexes).union(indexesOf(facts.active));
  for (const { pod } of facts.newlyFailed) {
    const index = completionIndex(pod)!;
    if (settled.has(index)) continue;
    const other = waiting.get(index);
    if (other === undefined || totalFailures(other) <= totalFailures(pod)) waiting.set(index, pod);
  }
  return waiting;
}

function wantedPods({ spec, active, succeeded }: JobFacts): number {
  if (spec.completions !== null) {
    return Math.max(0, Math.min(spec.parallelism, spec.completions - succeeded));
  }
  // A work queue: after the first success nothing new is started, and the others may finish.
  return succeeded > 0 ? active.length : spec.parallelism;
}

/** Pods with a doubled or impossible index, and then the least advanced ones. */
function surplusPods({ spec, active }: JobFacts, atLeast: number): readonly KubeObject[] {
  const seen = new Set<number>();
  const wrong = new Set<KubeObject>();
  const byProgress = [...active].sort(compareProgress);
  for (const pod of spec.indexed ? byProgress.toReversed() : []) {
    const index = completionIndex(pod);
    if (index === null || index >= (spec.completions ?? 0) || seen.has(index)) wrong.add(pod);
    else seen.add(index);
  }
  const others = byProgress.filter((pod) => !wrong.has(pod));
  return [...wrong, ...others.slice(0, Math.max(0, atLeast - wrong.size))];
}

function compareProgress(a: KubeObject, b: KubeObject): number {
  return (
    progressOf(a) - progressOf(b) || (a.metadata.creationTimestamp > b.metadata.creationTimestamp ? -1 : 1)
  );
}

function progressOf(pod: KubeObject): number {
  if (!pod.spec?.nodeName) return 0;
  if (pod.status?.phase !== 'Running') return 1;
  return isPodReady(pod) ? 3 : 2;
}

function createTogether(facts: JobFacts, missing: number): PodPlan {
  const retryAt = backoffUntil(facts.backoff);
  if (retryAt > facts.now) return { ...NOTHING, retryAt };
  const indexes = facts.spec.indexed ? pendingIndexes(facts, missing) : Array(missing).fill(null);
  return { ...NOTHING, create: indexes.map((index: number | null) => ({ index, failures: null })) };
}

function createPerIndex(facts: JobFacts, missing: number): PodPlan {
  const waiting = podsAwaitingReplacement(facts);
  const candidates = pendingIndexes(facts, missing).map((index) => {
    const failed = waiting.get(index);
    return { index, failed, at: failed === undefined ? 0 : replacementAt(failed) };
  });
  const due = candidates.filter(({ at }) => at <= facts.now);
  const create = due.map(({ index, failed }) => ({ index, failures: failuresAfter(facts, failed) }));
  const later = candidates.filter(({ at }) => at > facts.now).map(({ at }) => at);
  return { ...NOTHING, create, retryAt: later.length > 0 ? Math.min(...later) : null };
}

function replacementAt(failed: KubeObject): number {
  return backoffUntil({ failures: totalFailures(failed) + 1, lastFailureAt: podFinishedAt(failed) });
}

function failuresAfter(
  facts: JobFacts,
  failed: KubeObject | undefined,
): { counted: number; ignored: number } {
  if (failed === undefined) return { counted: 0, ignored: 0 };
  const isIgnored = matchPodFailurePolicy(facts.spec.podFailurePolicy, failed).action === 'Ignore';
  return {
    counted: countAnnotation(failed, INDEX_FAILURE_COUNT) + (isIgnored ? 0 : 1),
    ignored: countAnnotation(failed, INDEX_IGNORED_FAILURE_COUNT) + (isIgnored ? 1 : 0),
  };
}

function totalFailures(pod: KubeObject): number {
  return countAnnotation(pod, INDEX_FAILURE_COUNT) + countAnnotation(pod, INDEX_IGNORED_FAILURE_COUNT);
}

/** The lowest indexes that are neither over nor have a Pod. */
function pendingIndexes(facts: JobFacts, count: number): readonly number[] {
  const { spec, active, terminating, succeededIndexes, failedIndexes } = facts;
  const taken = indexesOf(spec.replaceOnlyFailed ? [...active, ...terminating] : active);
  const pending: number[] = [];
  for (let index = 0; index < (spec.completions ?? 0) && pending.length < count; index++) {
    const isOver = succeededIndexes.has(index) || failedIndexes?.has(index) === true;
    if (!isOver && !taken.has(index)) pending.push(index);
  }
  return pending;
}

function indexesOf(pods: readonly KubeObject[]): Set<number> {
  return new Set(pods.map(completionIndex).filter((index) => index !== null));
}
