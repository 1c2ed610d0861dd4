import type { CronJob } from '../execution/cron-job.ts';

/** Whether a slot of the one is none of the other's, or is to be judged differently. */
export function isChangedForSlots(a: CronJob, b: CronJob): boolean {
  return a.uid !== b.uid || isScheduledOtherwise(a, b) || a.suspend !== b.suspend;
}

/** Whether the one has other slots than the other. */
export function isScheduledOtherwise(a: CronJob, b: CronJob): boolean {
  return a.schedule !== b.schedule || a.timeZone !== b.timeZone;
}
