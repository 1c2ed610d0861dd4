import { UTC } from '../schedule/zone.ts';
import type { CronJob } from '../execution/cron-job.ts';
import { slotAfter, toTimetable } from '../schedule/timetable.ts';

/** Why a CronJob will never start by its schedule, as a sentence for a person; null when it will. */
export function scheduleProblem(cronJob: Pick<CronJob, 'schedule' | 'timeZone'>, now: number): string | null {
  const timetable = toTimetable(cronJob, UTC, [now]);
  if (timetable.kind === 'unreadable') return timetable.problem;
  if (slotAfter(timetable, now) !== null) return null;
  return `The schedule \`${cronJob.schedule}\` names no time that comes within five years.`;
}
