import { CUT_OFF, decidingAttempt } from './deciding-attempt.ts';
import type { Execution, Fault } from './execution.ts';

/** Of a Pod that the cluster ended or never let run, whatever the container would have done. */
const PLATFORM_REASONS: ReadonlySet<string> = new Set([
  // The image.
  'ErrImagePull',
  'ImagePullBackOff',
  'ImageInspectError',
  'ErrImageNeverPull',
  'InvalidImageName',
  'RegistryUnavailable',
  'SignatureValidationFailed',
  // What the container needs to be made.
  'CreateContainerConfigError',
  'CreateContainerError',
  'CreatePodSandboxError',
  'ContainerCreating',
  'PodInitializing',
  // The scheduler.
  'Unschedulable',
  'SchedulingGated',
  'SchedulerError',
  'Pending',
  // The node: short of something, shut down, lost, or refusing the Pod.
  'Evicted',
  'NodeLost',
  'NodeShutdown',
  'Terminated',
  'Shutdown',
  'NodeAffinity',
  'UnexpectedAdmissionError',
  'OutOfcpu',
  'OutOfmemory',
  'OutOfpods',
  'OutOfephemeral-storage',
  'ContainerStatusUnknown',
  // A disruption (condition DisruptionTarget).
  'Preempting',
  'Preempted',
  'PreemptionByScheduler',
  'DeletionByTaintManager',
  'EvictionByEvictionAPI',
  'DeletionByPodGC',
  'TerminationByKubelet',
]);

/**
 * Whose fault a failed run is: the platform's, which could not start it or took it away, or the
 * application's, whose container failed, used more memory than its own limit, or ran past the deadline.
 * Null for a success, for a run that somebody deleted or a later slot replaced, and where nothing seen
 * decides it. `podsCounted` is whether Kubernetes counts any Pod of the Job: a run past its deadline for
 * which none was ever made was refused by quota or admission.
 */
export function faultOf(
  run: Pick<Execution, 'outcome' | 'reason' | 'attempts'>,
  podsCounted: boolean,
): Fault | null {
  if (run.outcome === 'success' || run.reason === 'Deleted' || run.reason === 'Replaced') return null;
  const pastDeadline = run.reason === 'DeadlineExceeded';
  const attempt = decidingAttempt(run);
  if (attempt === null) return pastDeadline && !podsCounted ? 'platform' : null;
  if (PLATFORM_REASONS.has(attempt.reason ?? '')) return 'platform';
  if (attempt.reason === CUT_OFF) return pastDeadline ? 'application' : null;
  if (attempt.reason === 'DeadlineExceeded' || pastDeadline) return 'application';
  return attempt.container === null ? null : 'application';
}
