import type { OutcomeDay } from '../../src/chart/success-bars.ts';

/** The success rates of the last seven days and of the seven before, in percent. */
export interface WeekOverWeek {
  readonly rate: number;
  readonly before: number;
  /** In percentage points; negative when it got worse. */
  readonly change: number;
}

/** Null when one of the two weeks has no run, or is not among the days. The newest day is the last one. */
export function weekOverWeek(days: readonly OutcomeDay[]): WeekOverWeek | null {
  if (days.length < 14) return null;
  const rate = rateOf(days.slice(-7));
  const before = rateOf(days.slice(-14, -7));
  return rate === null || before === null ? null : { rate, before, change: rate - before };
}

/** Every run counts the same, whatever its day. */
function rateOf(days: readonly OutcomeDay[]): number | null {
  const runs = days.reduce((sum, day) => sum + day.runs, 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  return runs === 0 ? null : ((runs - failed) * 100) / runs;
}
