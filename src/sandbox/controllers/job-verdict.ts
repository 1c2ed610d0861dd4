import type { KubeObject } from '../cluster-types.ts';
import { trueCondition } from './job-conditions.ts';
import { isPodFailed, type JobFacts } from './job-facts.ts';
import { containerStatuses } from './pod-facts.ts';
import { matchPodFailurePolicy } from './pod-failure-policy.ts';
import { matchSuccessPolicy } from './success-policy.ts';

/** How a Job ends, decided before its Pods have all stopped. */
export interface JobVerdict {
  readonly type: 'Complete' | 'Failed';
  readonly reason: string;
  readonly message: string;
}

/**
 * Whether the Job is to end, completions apart. In the order of `syncJob` of
 * pkg/controller/job/job_controller.go: what an earlier pass decided stands, then the failures,
 * then the success policy. Null while the Job goes on.
 */
export function judgeJob(facts: JobFacts): JobVerdict | null {
  return (
    earlierVerdict(facts) ??
    policyFailure(facts) ??
    limitFailure(facts) ??
    indexFailure(facts) ??
    policySuccess(facts)
  );
}

export const COMPLETIONS_REACHED: JobVerdict = {
  type: 'Complete',
  reason: 'CompletionsReached',
  message: 'Reached expected number of succeeded pods',
};

/** The instant at which activeDeadlineSeconds ends the Job; null when nothing does. */
export function activeDeadlineAt({ spec, startedAt }: JobFacts): number | null {
  if (spec.activeDeadlineSeconds === null || spec.suspend || startedAt === null) return null;
  return startedAt + spec.activeDeadlineSeconds * 1_000;
}

function earlierVerdict({ status }: JobFacts): JobVerdict | null {
  const success = trueCondition(status.conditions, 'SuccessCriteriaMet');
  if (success !== null) return { type: 'Complete', reason: success.reason, message: success.message };
  const failure = trueCondition(status.conditions, 'FailureTarget');
  return failure && { type: 'Failed', reason: failure.reason, message: failure.message };
}

function policyFailure({ spec, pods }: JobFacts): JobVerdict | null {
  for (const pod of spec.podFailurePolicy === null ? [] : pods) {
    if (!isPodFailed(spec, pod)) continue;
    const verdict = matchPodFailurePolicy(spec.podFailurePolicy, pod);
    if (verdict.action === 'FailJob') return failed('PodFailurePolicy', verdict.message);
  }
  return null;
}

function limitFailure(facts: JobFacts): JobVerdict | null {
  if (facts.failed > facts.spec.backoffLimit || tooManyRestarts(facts)) {
    return failed('BackoffLimitExceeded', 'Job has reached the specified backoff limit');
  }
  const deadline = activeDeadlineAt(facts);
  if (deadline === null || facts.now < deadline) return null;
  return failed('DeadlineExceeded', 'Job was active longer than specified deadline');
}

/** Under OnFailure the restarts within the Pods count. With a limit of n, the n-th restart ends the Job. */
function tooManyRestarts({ spec, pods }: JobFacts): boolean {
  if (spec.restartPolicy !== 'OnFailure') return false;
  const restarts = pods.filter(isRunningOrPending).flatMap(containerStatuses);
  const sum = restarts.reduce((total, container) => total + container.restartCount, 0);
  return sum >= Math.max(1, spec.backoffLimit);
}

function isRunningOrPending(pod: KubeObject): boolean {
  return pod.status?.phase === 'Running' || pod.status?.phase === 'Pending';
}

function indexFailure({ spec, failedIndexes, succeededIndexes }: JobFacts): JobVerdict | null {
  if (failedIndexes === null) return null;
  if (spec.maxFailedIndexes !== null && failedIndexes.size > spec.maxFailedIndexes) {
    const message = 'Job has exceeded the specified maximal number of failed indexes';
    return failed('MaxFailedIndexesExceeded', message);
  }
  const isOver = failedIndexes.size + succeededIndexes.size >= (spec.completions ?? 0);
  return failedIndexes.size > 0 && isOver ? failed('FailedIndexes', 'Job has failed indexes') : null;
}

function policySuccess({ spec, succeededIndexes }: JobFacts): JobVerdict | null {
  if (!spec.indexed) return null;
  const message = matchSuccessPolicy(spec.successPolicy, spec.completions ?? 0, succeededIndexes);
  return message === null ? null : { type: 'Complete', reason: 'SuccessPolicy', message };
}

function failed(reason: string, message: string): JobVerdict {
  return { type: 'Failed', reason, message };
}
