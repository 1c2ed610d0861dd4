import type { KubeObject } from '../cluster-types.ts';
import type { PodFailurePolicy } from './pod-failure-policy.ts';
import type { SuccessPolicy } from './success-policy.ts';

/** A Job's spec with Kubernetes' defaults. */
export interface JobSpec {
  readonly parallelism: number;
  /** Null for a work queue, which is complete when any Pod has succeeded and all are over. */
  readonly completions: number | null;
  readonly indexed: boolean;
  readonly backoffLimit: number;
  readonly backoffLimitPerIndex: number | null;
  readonly maxFailedIndexes: number | null;
  readonly activeDeadlineSeconds: number | null;
  readonly suspend: boolean;
  readonly restartPolicy: 'Never' | 'OnFailure';
  /** Whether a Pod is replaced only once it is over, rather than from the moment its deletion begins. */
  readonly replaceOnlyFailed: boolean;
  readonly podFailurePolicy: PodFailurePolicy | null;
  readonly successPolicy: SuccessPolicy | null;
}

const UNLIMITED = 2_147_483_647;

export function readJobSpec(job: KubeObject): JobSpec {
  const spec = job.spec ?? {};
  const perIndex = spec.backoffLimitPerIndex ?? null;
  return {
    parallelism: spec.parallelism ?? 1,
    completions: spec.completions ?? (spec.parallelism === undefined ? 1 : null),
    indexed: spec.completionMode === 'Indexed',
    backoffLimit: spec.backoffLimit ?? (perIndex === null ? 6 : UNLIMITED),
    backoffLimitPerIndex: perIndex,
    maxFailedIndexes: spec.maxFailedIndexes ?? null,
    activeDeadlineSeconds: spec.activeDeadlineSeconds ?? null,
    suspend: spec.suspend ?? false,
    restartPolicy: spec.template?.spec?.restartPolicy === 'OnFailure' ? 'OnFailure' : 'Never',
    replaceOnlyFailed: spec.podReplacementPolicy === 'Failed' || Boolean(spec.podFailurePolicy),
    podFailurePolicy: spec.podFailurePolicy ?? null,
    successPolicy: spec.successPolicy ?? null,
  };
}
