import { DAY, HOUR } from '../../../lib/duration.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Hindrances } from '../../controllers/cron-job-controller.ts';

/** Before the world's present, in days: when the quota of the namespace `data` was used up, and for how long. */
const QUOTA_USED_UP_DAYS = 4.6;
/** More than two of its slots lie in it, at whatever hour the world is begun. */
const QUOTA_USED_UP_MS = 13 * HOUR;

/** For some hours of its history no Job of one CronJob is admitted: runs that never start are a part of the world. */
export function demoHindrances(clock: Clock, presentAt: number): Hindrances {
  const from = presentAt - QUOTA_USED_UP_DAYS * DAY;
  const isUsedUp = () => clock.now() >= from && clock.now() < from + QUOTA_USED_UP_MS;
  return {
    heldBackUntil: () => null,
    refusal: (namespace, cronJob) =>
      namespace === 'data' && cronJob === 'compact-events' && isUsedUp()
        ? 'exceeded quota: batch-jobs, requested: count/jobs.batch=1, used: count/jobs.batch=20, limited: count/jobs.batch=20'
        : null,
  };
}
