import { formatDuration } from '../lib/duration.ts';
import { impossibleDate } from './impossible-date.ts';
import { parseSchedule } from './parse-schedule.ts';
import type { CronSchedule, FieldSet } from './schedule.ts';
import { evenStep, isFull, joined, MONTHS, runsOf, spans, valuesOf, WEEKDAYS } from './word-values.ts';
import { findZone } from './zone.ts';

/**
 * A CronJob's schedule as a person would say it: `At 03:00 on Monday to Friday, Europe/Berlin time`. Made
 * from what Kubernetes reads in it, so it is true of the slots; of a schedule that never runs it says so,
 * and of one that cannot be read why. Without a zone it names none.
 */
export function scheduleWords(text: string, timeZone: string | null): string {
  const parsed = parseSchedule(text);
  if (parsed.kind === 'invalid') return `Never runs: ${parsed.reason}`;
  if (timeZone !== null && findZone(timeZone) === null) {
    return `Never runs: there is no time zone ${timeZone}.`;
  }
  const { schedule } = parsed;
  if (schedule.kind === 'every') return `Every ${wordPeriod(schedule.periodMs)}, counted from the last run`;
  const impossible = impossibleDate(schedule);
  if (impossible !== null) return `Never (${impossible})`;
  const zone = schedule.zone?.name ?? timeZone;
  return `${wordCron(schedule)}${zone === null ? '' : `, ${zone === 'UTC' ? 'UTC' : `${zone} time`}`}`;
}

const UNITS: readonly (readonly [number, string])[] = [
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
];

/** `90 minutes`; `1h1m1s` where no unit makes a number that one can read. */
function wordPeriod(ms: number): string {
  const [unitMs, unit] = UNITS.find(([unitMs]) => ms % unitMs === 0) ?? UNITS.at(-1)!;
  const count = ms / unitMs;
  if (count === 1) return unit;
  return count < 1_000 ? `${count} ${unit}s` : formatDuration(ms);
}

function wordCron(schedule: CronSchedule): string {
  const days = wordDays(schedule);
  const months = isFull(schedule.months, 1) ? '' : ` in ${wordList(schedule.months, MONTHS)}`;
  return `${wordTime(schedule)}${days}${months}`;
}

/** So many times of day are listed one by one. */
const MOST_TIMES = 4;

function wordTime({ minutes, hours }: CronSchedule): string {
  const minuteList = valuesOf(minutes);
  const hourList = valuesOf(hours);
  if (minuteList.length * hourList.length <= MOST_TIMES) {
    const times = hourList.flatMap((hour) => minuteList.map((minute) => clockTime(hour, minute)));
    return `At ${joined(times, 'and')}`;
  }
  if (minuteList.length === 1 && !isFull(hours, 0)) return wordHoursAt(minuteList[0]!, hourList);
  return `${wordMinutes(minuteList)}${wordHours(hours, hourList)}`;
}

/** One minute of some hours: `At 00:15, 06:15, 12:15 and 18:15`, or `Every 2 hours at minute 15`. */
function wordHoursAt(minute: number, hours: readonly number[]): string {
  const step = evenStep(hours, 24);
  if (step !== null && hours[0] === 0) {
    return `Every ${step} hours${minute === 0 ? '' : ` at minute ${minute}`}`;
  }
  const times = hours.map((hour) => clockTime(hour, minute));
  return runsOf(hours).length === 1
    ? `Every hour from ${times[0]} to ${times.at(-1)}`
    : `At ${joined(times, 'and')}`;
}

function wordMinutes(minutes: readonly number[]): string {
  if (minutes.length === 60) return 'Every minute';
  const step = evenStep(minutes, 60);
  if (step !== null && minutes[0] === 0) return `Every ${step} minutes`;
  if (minutes.length === 1 && minutes[0] === 0) return 'Every hour';
  if (minutes.length === 1) return `Every hour at minute ${minutes[0]}`;
  return `At minutes ${joined(spans(minutes, String), 'and')} of every hour`;
}

function wordHours(hours: FieldSet, list: readonly number[]): string {
  if (isFull(hours, 0)) return '';
  const step = evenStep(list, 24);
  if (step !== null && list[0] === 0)
    return ` in every ${step}${step === 2 ? 'nd' : step === 3 ? 'rd' : 'th'} hour`;
  const parts = runsOf(list).map(([first, last]) => `${clockTime(first, 0)} to ${clockTime(last, 59)}`);
  return ` from ${joined(parts, 'and')}`;
}

function clockTime(hour: number, minute: number): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** Kubernetes takes both day fields together only where one holds a star; else either will do. */
function wordDays({ daysOfMonth, daysOfWeek }: CronSchedule): string {
  const anyDay = isFull(daysOfMonth, 1);
  const anyWeekday = isFull(daysOfWeek, 0);
  const either = !daysOfMonth.star && !daysOfWeek.star;
  if ((anyDay && anyWeekday) || (either && (anyDay || anyWeekday))) return '';
  const day = anyDay ? '' : wordDaysOfMonth(daysOfMonth);
  const weekday = anyWeekday ? '' : wordList(daysOfWeek, WEEKDAYS);
  return ` on ${[day, weekday].filter((part) => part !== '').join(' or on ')}`;
}

function wordDaysOfMonth(days: FieldSet): string {
  const list = valuesOf(days);
  if (list.length === 0) return '';
  return `day${list.length === 1 ? '' : 's'} ${joined(spans(list, String), 'and')} of the month`;
}

function wordList(field: FieldSet, names: readonly string[]): string {
  return joined(
    spans(valuesOf(field), (value) => names[value]!),
    'and',
  );
}
