/** The durations of a day's successful runs; 0 on a day without one. */
interface DurationDay {
  readonly date: string;
  readonly p95Duration: number;
}

/** That runs take longer than they used to. */
export interface Regression {
  /** How much longer than the baseline's P95 that of the last day is. */
  readonly percent: number;
  /** The first of the days in a row that took longer (`2026-11-21`, UTC); null when the last day is the first. */
  readonly since: string | null;
}

/**
 * The regression of the last day against its baseline; null when there is none, or when either has too few
 * runs to be compared. Days are oldest first.
 */
export function regression(statistics: {
  readonly items: readonly DurationDay[];
  readonly baseline?: { readonly p95Duration: number };
  readonly recent?: { readonly p95Duration: number };
  /** How many percent above the baseline are too many. */
  readonly regressionTerms: { readonly threshold: number };
}): Regression | null {
  const { items, baseline, recent, regressionTerms } = statistics;
  const { threshold } = regressionTerms;
  if (baseline === undefined || recent === undefined || baseline.p95Duration <= 0) return null;
  const percent = (recent.p95Duration / baseline.p95Duration - 1) * 100;
  if (percent <= threshold) return null;
  const limit = baseline.p95Duration * (1 + threshold / 100);
  let since: string | null = null;
  for (const day of items.toReversed()) {
    // A day without a successful run says neither.
    if (day.p95Duration === 0) continue;
    if (day.p95Duration <= limit) break;
    since = day.date;
  }
  return { percent, since };
}
