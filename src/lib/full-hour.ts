import { HOUR } from './duration.ts';

/** The last full hour (UTC) at or before an instant, in ms since the epoch like the instant. */
export function startOfHour(at: number): number {
  return Math.floor(at / HOUR) * HOUR;
}

/** The first full hour after an instant: until then `startOfHour` stays the same. */
export function endOfHour(at: number): number {
  return startOfHour(at) + HOUR;
}
