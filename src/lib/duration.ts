const MS_PER_UNIT: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

/**
 * Milliseconds of a Go duration (`1h30m`, `250ms`), with `d` and `w` beside Go's units. Null when
 * the text is none, is negative, or is longer than a hundred years.
 */
export function parseDuration(text: string): number | null {
  if (text === '0') return 0;
  const part = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|[smhdw])/gy;
  let total = 0;
  let end = 0;
  for (let match = part.exec(text); match !== null; match = part.exec(text)) {
    total += Number(match[1]) * MS_PER_UNIT[match[2]!]!;
    end = part.lastIndex;
  }
  if (end === 0 || end !== text.length || total > 36_525 * DAY) return null;
  return total;
}

/**
 * A duration as Go's `Duration.String` writes it, in whole seconds (`4m5s`, `72h0m0s`, `0s`); below
 * one second in whole milliseconds (`850ms`). Negative durations, which only clocks that disagree
 * make, are written as `0s`.
 */
export function formatDuration(ms: number): string {
  const whole = Math.round(ms);
  if (whole <= 0) return '0s';
  if (whole < 1_000) return `${whole}ms`;
  const seconds = Math.floor(whole / 1_000);
  const h = Math.floor(seconds / 3_600);
  const m = Math.floor((seconds % 3_600) / 60);
  const s = seconds % 60;
  if (h > 0) return `${h}h${m}m${s}s`;
  return m > 0 ? `${m}m${s}s` : `${s}s`;
}
