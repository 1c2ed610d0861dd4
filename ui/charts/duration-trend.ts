import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
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
  const scale = scaleLinear()
    .domain([0, longest > 0 ? longest / unit : 1])
    .nice(4)
    .range([bottom, MARGIN.top]);
  const y = (seconds: number) => round(scale(seconds / unit));
  const dots = days.flatMap((day, index) =>
    day.p95Duration > 0 ? [{ index, p50Y: y(day.p50Duration), p95Y: y(day.p95Duration) }] : [],
  );
  const path = (value: (dot: (typeof dots)[number]) => number) =>
    line<(typeof dots)[number]>(({ index }) => axis.middle(index), value).digits(1)(dots) ?? '';
  return {
    axis,
    p50: path((dot) => dot.p50Y),
    p95: path((dot) => dot.p95Y),
    dots,
    ticks: scale.ticks(4).map((tick) => ({ y: y(tick * unit), seconds: tick * unit })),
    bottom,
    baselineY: baseline === null ? null : y(baseline),
  };
}

function round(px: number): number {
  return Math.round(px * 10) / 10;
}
