import type { CronJob } from '../execution/cron-job.ts';
import { nextSlot } from '../schedule/next-slot.ts';
import { parseSchedule } from '../schedule/parse-schedule.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { findZone, type Zone } from '../schedule/zone.ts';

/**
 * The CronJob's next slot after `now`; `controllerZone` is the zone of the cluster's controller
 * manager, which holds where the CronJob names none. Null while it is suspended, when the schedule
 * or the zone is invalid, and when no slot ever comes.
 */
export function nextRunAt(cronJob: CronJob, controllerZone: Zone, now: number): number | null {
  if (cronJob.suspend) return null;
  const parsed = parseSchedule(cronJob.schedule);
  const zone = cronJob.timeZone === null ? controllerZone : findZone(cronJob.timeZone);
  if (parsed.kind === 'invalid' || zone === null) return null;
  return nextSlot(parsed.schedule, zone, lastSlotBefore(parsed.schedule, cronJob, now));
}

/** `@every` counts from the last slot, or from the creation; the others are aligned to the clock. */
function lastSlotBefore(schedule: Schedule, cronJob: CronJob, now: number): number {
  if (schedule.kind === 'cron') return now;
  const base = cronJob.lastScheduledFor ?? cronJob.createdAt;
  return base + Math.max(0, Math.floor((now - base) / schedule.periodMs)) * schedule.periodMs;
}
