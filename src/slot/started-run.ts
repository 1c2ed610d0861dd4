import type { Outcome } from '../execution/execution.ts';
import type { Departure } from '../execution/fold-execution.ts';
import type { Job } from '../execution/job.ts';
import { scheduledFor } from '../execution/run-origin.ts';

/** A Job of a CronJob as far as slots are judged by it. Instants are ms by the cluster's clock. */
export interface StartedRun {
  readonly jobUid: string;
  readonly jobName: string;
  /** The slot that it runs for; null when it was started by hand. */
  readonly slot: number | null;
  readonly startedAt: number;
  /** Null while it is active. */
  readonly endedAt: number | null;
  /** Null while it is active, and where it is not known. */
  readonly outcome: Outcome | null;
  /** Whether the cluster still has the Job. */
  readonly remains: boolean;
}

/** What a Job tells, gone or there. */
export function toStartedRun(job: Job, departed: Departure | null): StartedRun {
  const ending = job.conditions.find(
    ({ type, status }) => status === 'True' && (type === 'Complete' || type === 'Failed'),
  );
  const endedAt =
    ending === undefined
      ? departed && (job.deletedAt ?? departed.at)
      : (job.completedAt ?? ending.lastTransitionAt ?? job.createdAt);
  return {
    jobUid: job.uid,
    jobName: job.name,
    slot: scheduledFor(job),
    // Its creation is what the controller counts from: a Job may be active before it has a start time.
    startedAt: job.createdAt,
    endedAt,
    outcome: ending === undefined ? null : ending.type === 'Complete' ? 'success' : 'failed',
    remains: departed === null,
  };
}

/** Whether the controller counted the run as active at an instant. One started by hand is not its own. */
export function wasActiveAt({ slot, startedAt, endedAt }: StartedRun, instant: number): boolean {
  return slot !== null && startedAt <= instant && (endedAt === null || endedAt > instant);
}
