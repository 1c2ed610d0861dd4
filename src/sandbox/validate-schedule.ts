import { parseSchedule } from '../schedule/parse-schedule.ts';
import { findZone } from '../schedule/zone.ts';

/**
 * Why the API server refuses a CronJob's schedule or time zone; null when it takes them. A schedule
 * that never comes due, such as 31 February, is taken.
 */
export function validateSchedule(schedule: string, timeZone: string | null): string | null {
  const parsed = parseSchedule(schedule);
  if (parsed.kind === 'invalid') return parsed.reason;
  return timeZone === null || findZone(timeZone) !== null ? null : `unknown time zone ${timeZone}`;
}
