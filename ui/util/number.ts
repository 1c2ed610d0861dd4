const COUNT = new Intl.NumberFormat('en');

/** A count with separators: `10,000`. */
export function countText(value: number): string {
  return COUNT.format(value);
}

/**
 * A percentage with one decimal, `100 %` and `0 %` without. Rounds away from both ends: 99.96 is
 * `99.9 %`, since 100 % must mean that nothing failed.
 */
export function percentText(value: number): string {
  if (value >= 100) return '100 %';
  if (value <= 0) return '0 %';
  return `${Math.min(99.9, Math.max(0.1, value)).toFixed(1)} %`;
}

/** A noun with its count: `1 run`, `2 runs`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${countText(count)} ${count === 1 ? singular : plural}`;
}

/** Why there are no statistics: it never ran, or not in the window of the statistics. */
export function noRunsText(cronJob: {
  readonly lastRun: string | null;
  readonly windowDays: number;
}): string {
  return cronJob.lastRun === null ? 'no runs yet' : `none in ${cronJob.windowDays} d`;
}
