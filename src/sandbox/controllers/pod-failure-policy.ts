import type { KubeObject } from '../cluster-types.ts';
import { containerStatuses, type ContainerStatus } from './pod-facts.ts';

/** What the policy of a Job makes of one failed Pod. */
export type PodFailureVerdict =
  | { readonly action: 'Count' | 'Ignore' | 'FailIndex' }
  | { readonly action: 'FailJob'; readonly message: string };

export interface PodFailurePolicy {
  readonly rules: readonly PodFailureRule[];
}

interface PodFailureRule {
  readonly action: PodFailureVerdict['action'];
  readonly onExitCodes?: ExitCodeRequirement;
  readonly onPodConditions?: readonly { readonly type: string; readonly status?: string }[];
}

interface ExitCodeRequirement {
  readonly containerName?: string;
  readonly operator: 'In' | 'NotIn';
  readonly values: readonly number[];
}

/**
 * The action of the first rule that matches; `Count` when none does or there is no policy. Follows
 * pkg/controller/job/pod_failure_policy.go.
 */
export function matchPodFailurePolicy(policy: PodFailurePolicy | null, pod: KubeObject): PodFailureVerdict {
  for (const [index, rule] of (policy?.rules ?? []).entries()) {
    const cause = causeOf(rule, pod);
    if (cause === null) continue;
    if (rule.action !== 'FailJob') return { action: rule.action };
    return { action: 'FailJob', message: `${cause} matching FailJob rule at index ${index}` };
  }
  return { action: 'Count' };
}

function causeOf(rule: PodFailureRule, pod: KubeObject): string | null {
  const name = `${pod.metadata.namespace}/${pod.metadata.name}`;
  if (rule.onExitCodes !== undefined) {
    const container = matchExitCode(pod, rule.onExitCodes);
    if (container === undefined) return null;
    return `Container ${container.name} for pod ${name} failed with exit code ${container.state.terminated?.exitCode}`;
  }
  const condition = matchCondition(pod, rule.onPodConditions ?? []);
  return condition === undefined ? null : `Pod ${name} has condition ${condition}`;
}

function matchExitCode(pod: KubeObject, requirement: ExitCodeRequirement): ContainerStatus | undefined {
  return containerStatuses(pod).find((container) => {
    const exitCode = container.state.terminated?.exitCode ?? 0;
    if (exitCode === 0) return false;
    if (requirement.containerName !== undefined && requirement.containerName !== container.name) return false;
    return requirement.values.includes(exitCode) === (requirement.operator === 'In');
  });
}

function matchCondition(
  pod: KubeObject,
  patterns: NonNullable<PodFailureRule['onPodConditions']>,
): string | undefined {
  const conditions: readonly { type: string; status: string }[] = pod.status?.conditions ?? [];
  return conditions.find((condition) =>
    patterns.some(
      (pattern) => pattern.type === condition.type && (pattern.status ?? 'True') === condition.status,
    ),
  )?.type;
}
