const UNITS = [
  { label: 'd', seconds: 86_400 },
  { label: 'h', seconds: 3_600 },
  { label: 'm', seconds: 60 },
  { label: 's', seconds: 1 },
] as const;

/**
 * A duration in its two largest units (`1 h 4 m`, `3 m`, `45 s`); one decimal below ten seconds,
 * milliseconds below one. Negative durations are written as `0 s`.
 */
export function durationText(seconds: number): string {
  if (seconds <= 0) return '0 s';
  if (seconds < 1) return `${Math.max(1, Math.round(seconds * 1_000))} ms`;
  if (seconds < 9.95) return `${Number(seconds.toFixed(1))} s`;
  const whole = Math.round(seconds);
  const first = UNITS.findIndex((unit) => whole >= unit.seconds);
  const unit = UNITS[first]!;
  const head = `${Math.floor(whole / unit.seconds)} ${unit.label}`;
  const next = UNITS[first + 1];
  const tail = next ? Math.floor((whole % unit.seconds) / next.seconds) : 0;
  return tail > 0 ? `${head} ${tail} ${next!.label}` : head;
}

/** The same in its largest unit alone (`3 m`), for columns and ages. Less than a second is `0 s`. */
export function coarseDurationText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const unit = UNITS.find((unit) => whole >= unit.seconds * (unit.seconds > 60 ? 2 : 1)) ?? UNITS[3];
  return `${Math.floor(whole / unit.seconds)} ${unit.label}`;
}

/** A duration of the API (`1h4m5s`) in the way of this page: `1 h 4 m 5 s`. */
export function spacedDuration(text: string): string {
  return text.replaceAll(/(\d)([a-z]+)/g, '$1 $2 ').trim();
}

/** A statistic of durations in seconds: 0 stands for no run to make it from, and is a dash. */
export function secondsText(seconds: number): string {
  return seconds > 0 ? durationText(seconds) : '—';
}
