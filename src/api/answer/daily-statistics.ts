import { NO_RUNS, type RunStatistics, successRate } from '../../execution/run-statistics.ts';
import { DAY } from '../../lib/duration.ts';
import type { DailyStatistics, DayStatistics, DurationBaseline } from '../contract/daily-statistics.ts';
import { toSeconds } from './seconds.ts';

/** The runs that started on one UTC day, as the store tells them. */
export interface StoredDay extends RunStatistics {
  /** Whole days since 1970-01-01. */
  readonly day: number;
}

/** Both ends are whole days since 1970-01-01, and included. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
}

/** Fewer successful runs say nothing about how long one usually takes. */
const FEWEST_BASELINE_RUNS = 20;

/** Every day of the range; those of which the store tells nothing had no run. */
export function toDailyStatistics(
  range: DayRange,
  stored: readonly StoredDay[],
  baseline: { readonly days: number; readonly statistics: RunStatistics },
): DailyStatistics {
  const byDay = new Map(stored.map((each) => [each.day, each]));
  const items: DayStatistics[] = [];
  for (let day = range.first; day <= range.last; day++) {
    items.push(toDayStatistics(day, byDay.get(day) ?? NO_RUNS));
  }
  if (baseline.statistics.succeeded < FEWEST_BASELINE_RUNS) return { items };
  return { items, baseline: toBaseline(baseline.days, baseline.statistics) };
}

function toDayStatistics(day: number, statistics: RunStatistics): DayStatistics {
  const { finished, succeeded } = statistics;
  return {
    date: new Date(day * DAY).toISOString().slice(0, 10),
    runs: finished,
    succeeded,
    failed: finished - succeeded,
    successRate: finished === 0 ? null : successRate(statistics),
    avgDuration: toSeconds(statistics.avgDurationMs),
    p50Duration: toSeconds(statistics.p50DurationMs),
    p95Duration: toSeconds(statistics.p95DurationMs),
  };
}

function toBaseline(days: number, statistics: RunStatistics): DurationBaseline {
  return {
    days,
    runs: statistics.succeeded,
    p50Duration: toSeconds(statistics.p50DurationMs),
    p95Duration: toSeconds(statistics.p95DurationMs),
  };
}
