import type { ContainerEnd } from './container-end.ts';

/**
 * A finished run: one Job of a CronJob, retries included. Instants are ms since the epoch by the
 * cluster's clock.
 */
export interface Execution {
  readonly jobUid: string;
  readonly jobName: string;
  readonly outcome: Outcome;
  /**
   * Why it ended so: the terminal condition's reason (`BackoffLimitExceeded`, `DeadlineExceeded`,
   * `PodFailurePolicy`…), or `Deleted` or `Replaced` for a Job that went before it finished. Null
   * where Kubernetes gives none.
   */
  readonly reason: string | null;
  readonly message: string | null;
  /** Started by hand rather than by a slot. */
  readonly manual: boolean;
  /** The slot that it ran for; null when manual or not to be known. */
  readonly scheduledFor: number | null;
  readonly startedAt: number;
  readonly completedAt: number;
  /** Of the container that decided; 0 on success; -1 when it failed without any container's exit. */
  readonly exitCode: number;
  /** In the order in which they ended. Empty when no Pod was ever seen. */
  readonly attempts: readonly Attempt[];
  /** Whose fault a failure is; null for a success and where nothing seen decides it. */
  readonly fault: Fault | null;
  /** How the containers stood at the end, Pod by Pod; empty when no Pod was ever seen. */
  readonly containers: readonly ContainerEnd[];
}

export type Outcome = 'success' | 'failed';

/** The cluster could not start the run or took it away, or its container failed by itself. */
export type Fault = 'platform' | 'application';

/** One end of a deciding container: a Pod under restartPolicy Never, a restart under OnFailure. */
export interface Attempt {
  /** From 1. */
  readonly number: number;
  readonly outcome: Outcome;
  readonly podUid: string;
  readonly podName: string;
  readonly nodeName: string | null;
  /** Of an Indexed Job; null for others. */
  readonly completionIndex: number | null;
  /** The container that decided; null when the Pod failed without any container's exit. */
  readonly container: string | null;
  readonly image: string | null;
  readonly exitCode: number | null;
  /** That ended it: as the runtime says, else as the exit code does (128 + signal). Null when it exited by itself. */
  readonly signal: number | null;
  /** OOMKilled, Error, Evicted, … */
  readonly reason: string | null;
  readonly message: string | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

/** Duration in ms; never negative, even when the cluster's clock stepped back. */
export function executionDurationMs(execution: Execution): number {
  return Math.max(0, execution.completedAt - execution.startedAt);
}
