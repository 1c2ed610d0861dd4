import type { CronJob } from '../execution/cron-job.ts';
import { slotAfter, type Timetable } from '../schedule/timetable.ts';

/**
 * The CronJob's next slot after `now` by its timetable. Null while it is suspended, when the timetable
 * cannot be read, and when no slot ever comes.
 */
export function nextRunAt(
  { suspend }: Pick<CronJob, 'suspend'>,
  timetable: Timetable,
  now: number,
): number | null {
  return suspend ? null : slotAfter(timetable, now);
}
