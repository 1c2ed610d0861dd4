import type { KubeObject } from '../cluster-types.ts';

/** An entry of a Job's status.conditions. */
export interface JobCondition {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
  readonly lastProbeTime: string;
  readonly lastTransitionTime: string;
}

/** The condition that ended the Job, Complete or Failed; null while it has not finished. */
export function finishedCondition(job: KubeObject): JobCondition | null {
  return trueCondition(job.status?.conditions, 'Complete') ?? trueCondition(job.status?.conditions, 'Failed');
}

/** The condition of a type when it holds, else null. */
export function trueCondition(
  conditions: readonly JobCondition[] | undefined,
  type: string,
): JobCondition | null {
  return conditions?.find((condition) => condition.type === type && condition.status === 'True') ?? null;
}
