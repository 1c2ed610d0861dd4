import { NO_RUNS, type RunStatistics, successRate } from '../../execution/run-statistics.ts';
import { DAY } from '../../lib/duration.ts';
import { LEAST_BASELINE_RUNS, LEAST_RECENT_RUNS } from '../../rule/duration-regression.ts';
import type {
  DailyStatistics,
  DayStatistics,
  RecentDurations,
  WeekOverWeek,
  WeekStatistics,
} from '../contract/daily-statistics.ts';
import type { DurationComparison } from '../duration-comparison.ts';
import { toSeconds } from './seconds.ts';

/** The runs that started on one UTC day, as the store tells them. */
export interface StoredDay extends RunStatistics {
  /** Whole days since 1970-01-01. */
  readonly day: number;
  readonly manual: number;
  readonly missed: number;
}

/** Both ends are whole days since 1970-01-01, and included. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
}

/** What a comparison of two weeks needs. */
export const DAYS_OF_TWO_WEEKS = 14;

/**
 * Every day of the range; those of which the store tells nothing had no run. `stored` reaches back two weeks at
 * the least, whatever the range.
 */
export function toDailyStatistics(
  range: DayRange,
  stored: readonly StoredDay[],
  { terms, baseline, recent }: DurationComparison,
): DailyStatistics {
  const byDay = new Map(stored.map((each) => [each.day, each]));
  const items: DayStatistics[] = [];
  for (let day = range.first; day <= range.last; day++) {
    items.push(toDayStatistics(byDay.get(day) ?? { ...NO_RUNS, day, manual: 0, missed: 0 }));
  }
  return {
    items,
    weekOverWeek: toWeekOverWeek(stored, range.last),
    regressionTerms: { threshold: terms.threshold, baselineDays: terms.baselineDays, monitor: terms.monitor },
    ...(baseline.succeeded >= LEAST_BASELINE_RUNS && {
      baseline: { days: terms.baselineDays, ...toDurations(baseline) },
    }),
    ...(recent.succeeded >= LEAST_RECENT_RUNS && { recent: toDurations(recent) }),
  };
}

function toDayStatistics(statistics: StoredDay): DayStatistics {
  const { day, finished, succeeded, flaky, manual, missed } = statistics;
  return {
    date: new Date(day * DAY).toISOString().slice(0, 10),
    runs: finished,
    succeeded,
    failed: finished - succeeded,
    successRate: finished === 0 ? null : successRate(statistics),
    avgDuration: toSeconds(statistics.avgDurationMs),
    p50Duration: toSeconds(statistics.p50DurationMs),
    p95Duration: toSeconds(statistics.p95DurationMs),
    p99Duration: toSeconds(statistics.p99DurationMs),
    flaky,
    manual,
    missed,
  };
}

function toWeekOverWeek(stored: readonly StoredDay[], today: number): WeekOverWeek {
  const current = toWeek(stored.filter(({ day }) => day > today - 7 && day <= today));
  const previous = toWeek(stored.filter(({ day }) => day > today - 14 && day <= today - 7));
  if (current.successRate === null || previous.successRate === null)
    return { current, previous, change: null };
  return { current, previous, change: current.successRate - previous.successRate };
}

function toWeek(days: readonly StoredDay[]): WeekStatistics {
  const runs = days.reduce((total, { finished }) => total + finished, 0);
  const succeeded = days.reduce((total, day) => total + day.succeeded, 0);
  return { runs, succeeded, successRate: runs === 0 ? null : successRate({ finished: runs, succeeded }) };
}

function toDurations(statistics: RunStatistics): RecentDurations {
  return {
    runs: statistics.succeeded,
    p50Duration: toSeconds(statistics.p50DurationMs),
    p95Duration: toSeconds(statistics.p95DurationMs),
  };
}
