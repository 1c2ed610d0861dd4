/** What Punctual reads of a Job object. Instants are ms since the epoch by the cluster's clock. */
export interface Job {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** The owner reference of kind CronJob; null for a Job that no CronJob owns. */
  readonly owner: JobOwner | null;
  /** Annotation cronjob.kubernetes.io/instantiate; null when absent. */
  readonly instantiate: string | null;
  /** Annotation batch.kubernetes.io/cronjob-scheduled-timestamp; null when absent or unreadable. */
  readonly scheduledTimestamp: number | null;
  readonly createdAt: number;
  /** metadata.deletionTimestamp; null while nobody asked for the deletion. */
  readonly deletedAt: number | null;
  /** status.startTime. Reset by Kubernetes when a suspended Job is resumed. */
  readonly startedAt: number | null;
  /** status.completionTime: only ever set on success. */
  readonly completedAt: number | null;
  readonly conditions: readonly JobCondition[];
  readonly suspend: boolean;
  /** spec.managedBy: the controller that owns the status in place of Kubernetes' own; null for its own. */
  readonly managedBy: string | null;
  /** spec.completions; null for a work queue. */
  readonly completions: number | null;
  readonly parallelism: number;
  readonly active: number;
  /** status.ready: of the active Pods those that are Ready; 0 before Kubernetes 1.24, which did not tell. */
  readonly ready: number;
  /** status.failed: Pods that failed so far. Never decides an outcome, which the conditions do. */
  readonly failed: number;
  /** status.failedIndexes of an Indexed Job with backoffLimitPerIndex, as `1,3-5`; null when there are none. */
  readonly failedIndexes: string | null;
}

export interface JobOwner {
  readonly uid: string;
  readonly name: string;
  /** False for `kubectl create job --from`, which does not make the CronJob its controller. */
  readonly controller: boolean;
}

export interface JobCondition {
  /** Complete, Failed, SuccessCriteriaMet, FailureTarget, Suspended, or a newer one. */
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string | null;
  readonly message: string | null;
  readonly lastTransitionAt: number | null;
}
