import { civilDate, type CivilDate, epochDay } from './civil-date.ts';
import type { CronSchedule, FieldSet, Schedule } from './schedule.ts';
import { fromLocal, type Period, periodAt, type Zone } from './zone.ts';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** robfig/cron gives up after this many calendar years without a match. */
const YEARS_SEARCHED = 5;

/**
 * The first slot strictly after `afterMs`, to the second the one that Kubernetes finds; in ms. Null
 * when there is none within five years. `zone` is spec.timeZone's; a zone within the schedule wins
 * over it.
 *
 * Kubernetes' slots are whatever robfig/cron's SpecSchedule.Next arrives at, with its habits at
 * clock changes: a skipped local time is skipped, a doubled one comes twice, and a midnight that
 * does not exist costs the day. So the search below takes the very same steps.
 */
export function nextSlot(schedule: Schedule, zone: Zone, afterMs: number): number | null {
  if (schedule.kind === 'every') return Math.floor(afterMs / 1_000) * 1_000 + schedule.periodMs;
  if (neverMatches(schedule)) return null;
  const cursor = startAt(schedule.zone ?? zone, Math.floor(afterMs / 1_000) + 1);
  const lastYear = cursor.date.year + YEARS_SEARCHED;
  // A stage that runs over its end (a new year, month, day or hour) hands back to the first one.
  while (cursor.date.year <= lastYear) {
    if (seekMonth(cursor, schedule) && seekDay(cursor, schedule) && seekTime(cursor, schedule)) {
      return cursor.second * 1_000;
    }
  }
  return null;
}

/** Where the search stands. */
interface Cursor {
  readonly zone: Zone;
  /** Epoch second. */
  second: number;
  /** The zone's period that holds it. */
  period: Period;
  /** The same instant as civil seconds of the zone. */
  local: number;
  /** Its civil day, counted from 1 January 1970, and that day's date. */
  day: number;
  date: CivilDate;
  /** Whether the parts below the one searched have been set to their beginning, which is done once. */
  aligned: boolean;
}

function startAt(zone: Zone, second: number): Cursor {
  const period = periodAt(zone, second);
  const local = second + period.offset;
  const day = Math.floor(local / DAY);
  return { zone, second, period, local, day, date: civilDate(day), aligned: false };
}

function moveTo(cursor: Cursor, second: number): void {
  cursor.second = second;
  cursor.period = periodAt(cursor.zone, second, cursor.period);
  cursor.local = second + cursor.period.offset;
  const day = Math.floor(cursor.local / DAY);
  if (day === cursor.day) return;
  cursor.day = day;
  cursor.date = civilDate(day);
}

function moveToLocal(cursor: Cursor, local: number): void {
  moveTo(cursor, fromLocal(cursor.zone, local, cursor.period));
}

function hourOf(cursor: Cursor): number {
  return Math.floor(secondOfDay(cursor) / HOUR);
}

function minuteOf(cursor: Cursor): number {
  return Math.floor((secondOfDay(cursor) % HOUR) / MINUTE);
}

function secondOfDay(cursor: Cursor): number {
  return cursor.local - cursor.day * DAY;
}

/** Each stage answers whether it found its match without running over the end. */
function seekMonth(cursor: Cursor, { months }: CronSchedule): boolean {
  while (!has(months, cursor.date.month)) {
    const { year, month } = cursor.date;
    if (!cursor.aligned) moveToLocal(cursor, epochDay(year, month, 1) * DAY);
    cursor.aligned = true;
    const { date } = cursor;
    moveToLocal(cursor, epochDay(date.year, date.month + 1, date.day) * DAY + secondOfDay(cursor));
    if (cursor.date.month === 1) return false;
  }
  return true;
}

function seekDay(cursor: Cursor, schedule: CronSchedule): boolean {
  while (!dayMatches(cursor, schedule)) {
    if (!cursor.aligned) moveToLocal(cursor, cursor.day * DAY);
    cursor.aligned = true;
    moveToLocal(cursor, cursor.local + DAY);
    returnToMidnight(cursor);
    if (cursor.date.day === 1) return false;
  }
  return true;
}

/** After a clock change near midnight the next day may begin at 23:00 or 01:00. */
function returnToMidnight(cursor: Cursor): void {
  const hour = hourOf(cursor);
  if (hour === 0) return;
  moveTo(cursor, cursor.second + (hour > 12 ? 24 - hour : -hour) * HOUR);
}

function seekTime(cursor: Cursor, schedule: CronSchedule): boolean {
  return seekHour(cursor, schedule) && seekMinute(cursor, schedule) && seekFullMinute(cursor);
}

function seekHour(cursor: Cursor, { hours }: CronSchedule): boolean {
  while (!has(hours, hourOf(cursor))) {
    if (!cursor.aligned) moveToLocal(cursor, Math.floor(cursor.local / HOUR) * HOUR);
    cursor.aligned = true;
    moveTo(cursor, cursor.second + HOUR);
    if (hourOf(cursor) === 0) return false;
  }
  return true;
}

function seekMinute(cursor: Cursor, { minutes }: CronSchedule): boolean {
  while (!has(minutes, minuteOf(cursor))) {
    if (!cursor.aligned) moveTo(cursor, Math.floor(cursor.second / MINUTE) * MINUTE);
    cursor.aligned = true;
    moveTo(cursor, cursor.second + MINUTE);
    if (minuteOf(cursor) === 0) return false;
  }
  return true;
}

function seekFullMinute(cursor: Cursor): boolean {
  const second = secondOfDay(cursor) % MINUTE;
  if (second === 0) return true;
  cursor.aligned = true;
  moveTo(cursor, cursor.second + MINUTE - second);
  return false;
}

/** If both day fields are restricted, either may match; if one holds a star, both must. */
function dayMatches(cursor: Cursor, { daysOfMonth, daysOfWeek }: CronSchedule): boolean {
  const byMonth = has(daysOfMonth, cursor.date.day);
  const byWeek = has(daysOfWeek, dayOfWeek(cursor.day));
  return daysOfMonth.star || daysOfWeek.star ? byMonth && byWeek : byMonth || byWeek;
}

/** 1 January 1970 was a Thursday. */
function dayOfWeek(epochDay: number): number {
  return (((epochDay + 4) % 7) + 7) % 7;
}

function has(field: FieldSet, value: number): boolean {
  return field.values[value] === 1;
}

/** A field such as `,` names nothing at all. Saves stepping through five years of minutes. */
function neverMatches({ minutes, hours, months }: CronSchedule): boolean {
  return [minutes, hours, months].some(({ values }) => !values.includes(1));
}
