import { parseDuration } from '../lib/duration.ts';

/**
 * Milliseconds of a duration as Go's time.ParseDuration takes it: a sign is allowed, days and weeks
 * are not. Null when the text is none or is longer than a hundred years.
 */
export function parseGoDuration(text: string): number | null {
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  const unsigned = text.slice(sign.length);
  const ms = /[dw]/.test(unsigned) ? null : parseDuration(unsigned);
  return ms !== null && sign === '-' ? -ms : ms;
}
