import type { CronJob } from '../execution/cron-job.ts';
import type { CronJobFacts } from '../execution/cron-job-facts.ts';
import type { StoredCronJob } from './sync-store.ts';
import type { StoredRow } from './view.ts';

/** What an earlier process, or the time before a deletion, left in the store. */
export function toStoredRow(row: StoredCronJob): StoredRow {
  const { id, nextRunAt, windowDays, running, deletedAt } = row;
  return {
    ...factsOf(row),
    id,
    cronJob: cronJobOf(row),
    nextRunAt,
    windowDays,
    running: JSON.stringify(running),
    deletedAt,
  };
}

/** What the row says of the CronJob's spec: its slots are judged by it. Null where it says that it is gone. */
export function judgedSpec(stored: StoredRow | null): CronJob | null {
  return stored === null || stored.deletedAt !== null ? null : stored.cronJob;
}

function factsOf(row: StoredCronJob): CronJobFacts {
  const { firstSeenAt, suspendedSince, resumedAt, lastSuccessAt, lastStartedAt, slotsJudgedUntil } = row;
  return { firstSeenAt, suspendedSince, resumedAt, lastSuccessAt, lastStartedAt, slotsJudgedUntil };
}

function cronJobOf(row: StoredCronJob): CronJob {
  return {
    uid: row.uid,
    generation: row.generation,
    namespace: row.namespace,
    name: row.name,
    labels: row.labels,
    schedule: row.schedule,
    timeZone: row.timeZone,
    suspend: row.suspend,
    concurrencyPolicy: row.concurrencyPolicy,
    startingDeadlineSeconds: row.startingDeadlineSeconds,
    successfulJobsHistoryLimit: row.successfulJobsHistoryLimit,
    failedJobsHistoryLimit: row.failedJobsHistoryLimit,
    ttlSecondsAfterFinished: row.ttlSecondsAfterFinished,
    createdAt: row.createdAt,
    lastScheduledFor: row.lastScheduledFor,
    lastSuccessfulAt: row.lastSuccessfulAt,
  };
}
