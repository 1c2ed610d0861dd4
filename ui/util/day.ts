const SHORT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const LONG = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** A UTC day of the API (`2026-11-21`) for an axis: `21 Nov`. */
export function dayText(date: string): string {
  return SHORT.format(Date.parse(date));
}

/** The same with its weekday: `Sat 21 Nov`. */
export function weekdayText(date: string): string {
  return LONG.format(Date.parse(date)).replace(',', '');
}

/** The month of a day: `Nov`. */
export function monthText(date: string): string {
  return dayText(date).split(' ')[1]!;
}
