/** Statistics of one CronJob's finished runs over a window. */
export interface RunStatistics {
  readonly finished: number;
  readonly succeeded: number;
  /** Of the successful runs those that took more than one attempt. */
  readonly flaky: number;
  /** Over successful runs, in ms; null when there is none. */
  readonly avgDurationMs: number | null;
  readonly p50DurationMs: number | null;
  readonly p95DurationMs: number | null;
  readonly p99DurationMs: number | null;
}

export const NO_RUNS: RunStatistics = {
  finished: 0,
  succeeded: 0,
  flaky: 0,
  avgDurationMs: null,
  p50DurationMs: null,
  p95DurationMs: null,
  p99DurationMs: null,
};

/** Percent of finished runs that succeeded; 100 while there is none, with `finished` 0 so that nobody takes it for evidence. */
export function successRate(statistics: { readonly finished: number; readonly succeeded: number }): number {
  // Multiplied first: so 57 of 100 is 57 and not a hair below.
  return statistics.finished === 0 ? 100 : (statistics.succeeded * 100) / statistics.finished;
}

/** Percent of successful runs that took more than one attempt; 0 while there is none. */
export function flakyRate({ succeeded, flaky }: Pick<RunStatistics, 'succeeded' | 'flaky'>): number {
  return succeeded === 0 ? 0 : (flaky * 100) / succeeded;
}
