import type { CronJob } from '../execution/cron-job.ts';
import { type Timetable, toTimetable, withAnchors } from '../schedule/timetable.ts';
import type { Zone } from '../schedule/zone.ts';
import type { CronJobEntry } from './view.ts';

/**
 * The timetable of a CronJob as its spec stands or stood; `@every` counts from its last slot, else from its
 * creation. Read once for as long as the spec says the same, since it is asked for at every look.
 */
export function timetableOf(
  entry: Pick<CronJobEntry, 'read'>,
  { schedule, timeZone, lastScheduledFor, createdAt }: CronJob,
  controllerZone: Zone,
): Timetable {
  const { read } = entry;
  const isSame = read?.schedule === schedule && read.timeZone === timeZone;
  const timetable = isSame ? read.timetable : toTimetable({ schedule, timeZone }, controllerZone);
  if (!isSame) entry.read = { schedule, timeZone, timetable };
  return withAnchors(timetable, [lastScheduledFor ?? createdAt]);
}
