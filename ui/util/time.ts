import { coarseDurationText } from './duration.ts';

/** How far an instant is from now: `in 4 m`, `20 s ago`, `now` within a second. */
export function relativeText(at: number, now: number): string {
  const seconds = (at - now) / 1_000;
  if (Math.abs(seconds) < 1) return 'now';
  return seconds > 0 ? `in ${coarseDurationText(seconds)}` : `${coarseDurationText(-seconds)} ago`;
}

/** A run that is due may take this long to be seen before it is called late. */
export const DUE_MS = 60_000;

/** When the next run starts: `in 4 m`, `due now`, or `late by 4 m`; never in the future when it is past. */
export function nextRunText(at: number, now: number): string {
  if (at > now) return `in ${coarseDurationText((at - now) / 1_000)}`;
  return isLate(at, now) ? `late by ${coarseDurationText((now - at) / 1_000)}` : 'due now';
}

/** Whether a slot has passed by more than the time that a start needs to be seen. */
export function isLate(at: number, now: number): boolean {
  return now - at > DUE_MS;
}

/** How long something has been going on at `now`: `4 m`. */
export function elapsedText(since: number, now: number): string {
  return coarseDurationText((now - since) / 1_000);
}

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** An instant to the minute: `Sat 21 Nov, 10:42 UTC`. */
export function clockText(at: number): string {
  const part = Object.fromEntries(CLOCK.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${part['weekday']} ${part['day']} ${part['month']}, ${part['hour']}:${part['minute']} UTC`;
}

/**
 * An instant to the second with its zone: `Sat 21 Nov 2026, 10:42:05 UTC`. An unknown zone, which a
 * CronJob may name, gives null.
 */
export function absoluteText(at: number, zone: string): string | null {
  const formatter = formatterOf(zone);
  if (formatter === null) return null;
  const part = Object.fromEntries(formatter.formatToParts(at).map(({ type, value }) => [type, value]));
  const clock = `${part['hour']}:${part['minute']}:${part['second']}`;
  return `${part['weekday']} ${part['day']} ${part['month']} ${part['year']}, ${clock} ${zone}`;
}

/** The instant in the CronJob's zone, where it has one, and in UTC: one line each. */
export function absoluteLines(at: number, zone: string | null): readonly string[] {
  const utc = absoluteText(at, 'UTC')!;
  const local = zone === null || zone === 'UTC' ? null : absoluteText(at, zone);
  return local === null ? [utc] : [local, utc];
}

function formatterOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
  } catch {
    return null;
  }
}
