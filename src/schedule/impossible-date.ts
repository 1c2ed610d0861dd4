import type { CronSchedule, FieldSet } from './schedule.ts';
import { joined, MONTHS, spans, valuesOf } from './word-values.ts';

/** The longest that each month gets; January is 1. */
const MOST_DAYS = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * What no calendar has although the schedule asks for it, so that it never runs: `31 February`. Null
 * when it runs, be it on 29 February alone.
 */
export function impossibleDate(schedule: CronSchedule): string | null {
  const { minutes, hours, daysOfMonth, months, daysOfWeek } = schedule;
  const fields: readonly (readonly [FieldSet, string])[] = [
    [minutes, 'minute'],
    [hours, 'hour'],
    [months, 'month'],
  ];
  const empty = fields.find(([field]) => valuesOf(field).length === 0);
  if (empty !== undefined) return `the ${empty[1]} field names nothing`;
  const days = valuesOf(daysOfMonth);
  const either = !daysOfMonth.star && !daysOfWeek.star;
  const weekdays = valuesOf(daysOfWeek).length > 0;
  const dates = valuesOf(months).some((month) => days.some((day) => day <= MOST_DAYS[month]!));
  if (either ? dates || weekdays : dates && weekdays) return null;
  if (days.length === 0 || !weekdays) return 'no day is named';
  const named = spans(valuesOf(months), (month) => MONTHS[month]!);
  return `${joined(spans(days, String), 'or')} ${joined(named, 'or')}`;
}
