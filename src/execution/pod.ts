/** What Punctual reads of a Pod of a Job. Instants are ms since the epoch by the cluster's clock. */
export interface Pod {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** Label batch.kubernetes.io/controller-uid or the owner reference; null when neither is there. */
  readonly jobUid: string | null;
  readonly jobName: string | null;
  /** Label batch.kubernetes.io/job-completion-index of an Indexed Job. */
  readonly completionIndex: number | null;
  readonly phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';
  /** status.reason, for instance Evicted or DeadlineExceeded. */
  readonly reason: string | null;
  readonly message: string | null;
  readonly nodeName: string | null;
  /** Condition PodScheduled while it is False: why no node was found. Null once scheduled, or when nothing is said. */
  readonly unscheduled: PodConditionText | null;
  /** Condition DisruptionTarget while it is True: why the cluster took the Pod away (preemption, drain, lost node). */
  readonly disruption: PodConditionText | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  /** metadata.deletionTimestamp: when its grace is over, not when the deletion was asked for. */
  readonly deletedAt: number | null;
  /** How long before `deletedAt` the deletion was asked for; null while nobody did. */
  readonly deletionGraceSeconds: number | null;
  /** Init containers first, each group in the order of the spec. */
  readonly containers: readonly Container[];
}

/** What a condition of a Pod says. */
export interface PodConditionText {
  readonly reason: string | null;
  readonly message: string | null;
}

export interface Container {
  readonly name: string;
  /** `sidecar` is an init container with restartPolicy Always; it never decides an outcome. */
  readonly kind: 'main' | 'init' | 'sidecar';
  readonly image: string;
  readonly restartCount: number;
  readonly state: ContainerState;
  /** status.lastState.terminated: how the run before the present one ended. */
  readonly lastTerminated: Terminated | null;
}

export type ContainerState =
  | { readonly kind: 'waiting'; readonly reason: string | null; readonly message: string | null }
  | { readonly kind: 'running'; readonly startedAt: number | null }
  | Terminated;

export interface Terminated {
  readonly kind: 'terminated';
  readonly exitCode: number;
  /** The number of the signal; null when the container exited by itself or the runtime does not say. */
  readonly signal: number | null;
  readonly reason: string | null;
  readonly message: string | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

/** The reasons of a container that waits for nothing but its turn. */
export const ORDINARY_WAITING: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing']);
