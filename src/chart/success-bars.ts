import { type DayAxis, dayAxis } from './day-axis.ts';

/** How many of a day's runs ended how. */
export interface OutcomeDay {
  readonly runs: number;
  readonly failed: number;
}

/** The chart in px, its origin at the upper left. */
export interface SuccessBars {
  readonly axis: DayAxis;
  /**
   * SVG paths, one a kind: the share of the runs that succeeded from the bottom up, of days that missed the
   * objective apart from the others, above it the share that failed, and a thin mark for days without a run.
   */
  readonly succeeded: string;
  readonly short: string;
  readonly failed: string;
  readonly empty: string;
  readonly ticks: readonly { readonly y: number; readonly percent: number }[];
  /** Where a percentage is. */
  readonly y: (percent: number) => number;
}

export const MARGIN = { left: 46, right: 8, top: 8, bottom: 20 } as const;
const EMPTY_HEIGHT = 2;
/** However few of the runs failed, so much of the bar says so. */
const SMALLEST_SHARE = 3;

/** Whether fewer of the day's runs succeeded than the objective, in percent, asks for; a day without runs misses none. */
export function missesObjective({ runs, failed }: OutcomeDay, objective: number | null): boolean {
  return objective !== null && runs > 0 && ((runs - failed) * 100) / runs < objective;
}

/** A bar a day; there is at least one day. Without an objective, in percent, no day misses one. */
export function successBars(
  days: readonly OutcomeDay[],
  size: { readonly width: number; readonly height: number },
  objective: number | null = null,
): SuccessBars {
  const axis = dayAxis(days.length, MARGIN.left, size.width - MARGIN.right);
  const bottom = size.height - MARGIN.bottom;
  const full = bottom - MARGIN.top;
  const bar = (index: number, from: number, to: number) =>
    to > from
      ? `M${axis.left(index).toFixed(1)} ${(bottom - to).toFixed(1)}h${axis.column.toFixed(1)}v${(to - from).toFixed(1)}h-${axis.column.toFixed(1)}z`
      : '';
  const split = (day: OutcomeDay) => full - failedHeight(day, full);
  const successes = (of: (day: OutcomeDay) => boolean) =>
    days.map((day, index) => (day.runs > 0 && of(day) ? bar(index, 0, split(day)) : '')).join('');
  const y = (percent: number) => bottom - (full * percent) / 100;
  return {
    axis,
    y,
    succeeded: successes((day) => !missesObjective(day, objective)),
    short: successes((day) => missesObjective(day, objective)),
    failed: days.map((day, index) => (day.runs === 0 ? '' : bar(index, split(day), full))).join(''),
    empty: days.map((day, index) => (day.runs === 0 ? bar(index, 0, EMPTY_HEIGHT) : '')).join(''),
    ticks: [0, 50, 100].map((percent) => ({ percent, y: y(percent) })),
  };
}

function failedHeight({ runs, failed }: OutcomeDay, full: number): number {
  return failed === 0 ? 0 : Math.max(SMALLEST_SHARE, (full * failed) / runs);
}
