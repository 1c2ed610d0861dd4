import { DAY, HOUR, MINUTE, SECOND } from './duration.ts';

const UNITS = [
  ['d', DAY],
  ['h', HOUR],
  ['m', MINUTE],
  ['s', SECOND],
] as const;

/**
 * A duration for a sentence, in its two largest units (`1h`, `1h 30m`, `8d`, `2d 4h`), rounded down;
 * below a second in whole milliseconds. Negative durations are `0s`.
 */
export function wordDuration(ms: number): string {
  if (ms <= 0) return '0s';
  if (ms < SECOND) return `${Math.floor(ms)}ms`;
  const first = UNITS.findIndex(([, length]) => ms >= length);
  const parts: string[] = [];
  let rest = ms;
  for (const [unit, length] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.join(' ');
}
