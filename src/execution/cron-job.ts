/** What Punctual reads of a CronJob object. Instants are ms since the epoch by the cluster's clock. */
export interface CronJob {
  readonly uid: string;
  /** metadata.generation: counts the changes of the spec; 0 where the cluster does not say. */
  readonly generation: number;
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The text of spec.schedule, valid or not. */
  readonly schedule: string;
  /** spec.timeZone; null means the zone of the cluster's controller manager. */
  readonly timeZone: string | null;
  readonly suspend: boolean;
  readonly concurrencyPolicy: 'Allow' | 'Forbid' | 'Replace';
  readonly startingDeadlineSeconds: number | null;
  /** How many finished Jobs the controller keeps. */
  readonly successfulJobsHistoryLimit: number;
  readonly failedJobsHistoryLimit: number;
  /** Of its Jobs: how long after its end one is deleted; null means not for that reason. */
  readonly ttlSecondsAfterFinished: number | null;
  readonly createdAt: number;
  /** status.lastScheduleTime: the slot, not the start; null before the first. */
  readonly lastScheduledFor: number | null;
  /** status.lastSuccessfulTime: when the latest success of a controlled Job ended; null before the first. */
  readonly lastSuccessfulAt: number | null;
}

/** `namespace/name`, the key of the work queue and of every map by CronJob. */
export function cronJobKey(cronJob: { readonly namespace: string; readonly name: string }): string {
  return `${cronJob.namespace}/${cronJob.name}`;
}
