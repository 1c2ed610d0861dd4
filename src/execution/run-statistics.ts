/** Statistics of one CronJob's finished runs over a window. */
export interface RunStatistics {
  readonly finished: number;
  readonly succeeded: number;
  /** Over successful runs, in ms; null when there is none. */
  readonly avgDurationMs: number | null;
  readonly p50DurationMs: number | null;
  readonly p95DurationMs: number | null;
}

/** Percent of finished runs that succeeded; 100 while there is none, with `finished` 0 so that nobody takes it for evidence. */
export function successRate(statistics: { readonly finished: number; readonly succeeded: number }): number {
  return statistics.finished === 0 ? 100 : (statistics.succeeded / statistics.finished) * 100;
}
