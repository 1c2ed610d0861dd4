import { linePath } from './line-path.ts';
import { niceScale } from './nice-scale.ts';
import { type DayAxis, dayAxis } from './day-axis.ts';

/** The durations of a day's successful runs in seconds; both are 0 on a day without one. */
export interface DurationDay {
  readonly p50Duration: number;
  readonly p95Duration: number;
}

/** The chart in px, its origin at the upper left. */
export interface DurationTrend {
  readonly axis: DayAxis;
  /** SVG paths. They pass over days without a successful run; dots tell the days that have one. */
  readonly p50: string;
  readonly p95: string;
  /** Of the days with a successful run. */
  readonly dots: readonly { readonly index: number; readonly p50Y: number; readonly p95Y: number }[];
  readonly ticks: readonly { readonly y: number; readonly seconds: number }[];
  /** Where 0 s is. */
  readonly bottom: number;
  /** Where the baseline is; null without one. */
  readonly baselineY: number | null;
}

/** About so many lines. */
const TICKS = 4;

export const MARGIN = { left: 58, right: 8, top: 8, bottom: 20 } as const;

/** The lines of both percentiles over the days; there is at least one day. The scale begins at 0. */
export function durationTrend(
  days: readonly DurationDay[],
  size: { readonly width: number; readonly height: number },
  /** The duration that the days are compared with, in seconds; null for none. */
  baseline: number | null = null,
): DurationTrend {
  const axis = dayAxis(days.length, MARGIN.left, size.width - MARGIN.right);
  const longest = Math.max(
    0,
    baseline ?? 0,
    ...days.map((day) => Math.max(day.p50Duration, day.p95Duration)),
  );
  // In the unit that a reader thinks in, so that the ticks are round there.
  const unit = longest >= 7_200 ? 3_600 : longest >= 120 ? 60 : 1;
  const bottom = size.height - MARGIN.bottom;
  const { top, step } = niceScale(longest > 0 ? longest / unit : 1, TICKS);
  const y = (seconds: number) => round(bottom - ((bottom - MARGIN.top) * seconds) / (top * unit));
  const dots = days.flatMap((day, index) =>
    day.p95Duration > 0 ? [{ index, p50Y: y(day.p50Duration), p95Y: y(day.p95Duration) }] : [],
  );
  const path = (value: (dot: (typeof dots)[number]) => number) =>
    linePath(dots.map((dot) => ({ x: axis.middle(dot.index), y: value(dot) })));
  return {
    axis,
    p50: path((dot) => dot.p50Y),
    p95: path((dot) => dot.p95Y),
    dots,
    ticks: Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step * unit).map(
      (seconds) => ({ y: y(seconds), seconds }),
    ),
    bottom,
    baselineY: baseline === null ? null : y(baseline),
  };
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}
