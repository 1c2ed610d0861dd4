import { scaleLinear } from 'd3-scale';

/** How far back the timeline goes, in hours; a quarter of it lies ahead. */
export const TIMELINE_RANGES = { '6h': 6, '24h': 24, '48h': 48, '7d': 168 } as const;
export type TimelineRange = keyof typeof TIMELINE_RANGES;
export const TIMELINE_RANGE_NAMES = Object.keys(TIMELINE_RANGES) as readonly TimelineRange[];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A stretch of time, in ms since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What the timeline shows at `now`. */
export function shownSpan(range: TimelineRange, now: number): Span {
  const back = TIMELINE_RANGES[range] * HOUR;
  return { from: now - back, to: now + back / 4 };
}

/** How much time a bar of the starts stands for. */
export function stepOf(range: TimelineRange): number {
  return range === '7d' ? HOUR : 10 * MINUTE;
}

/**
 * What is asked for: whole steps around what is shown, so that the question, and with it the place
 * of the answer in the cache, stays the same for a while.
 */
export function askedSpan(range: TimelineRange, now: number): Span {
  const step = stepOf(range);
  const shown = shownSpan(range, now);
  return { from: Math.floor(shown.from / step) * step, to: (Math.floor(shown.to / step) + 1) * step };
}

/** The axis in px from its left edge. */
export interface TimelineAxis extends Span {
  readonly width: number;
  readonly x: (at: number) => number;
  /** The instant at a place. */
  readonly at: (x: number) => number;
  /** The lines of the grid, at round UTC times with room for a label; a day's first has `day`. */
  readonly ticks: readonly { readonly at: number; readonly x: number; readonly day: boolean }[];
}

/** What a label such as `09:20` needs with the space around it, in px. */
const LABEL_WIDTH = 68;
const TICK_HOURS = [0.25, 0.5, 1, 2, 3, 6, 12, 24, 48] as const;

/** The axis of a span over so many px. */
export function timelineAxis(span: Span, width: number): TimelineAxis {
  const scale = scaleLinear().domain([span.from, span.to]).range([0, width]);
  const most = Math.max(1, width / LABEL_WIDTH);
  const hours = TICK_HOURS.find((each) => (span.to - span.from) / (each * HOUR) <= most) ?? 48;
  const every = hours * HOUR;
  const first = Math.ceil(span.from / every);
  const count = Math.max(0, Math.floor(span.to / every) - first + 1);
  return {
    ...span,
    width,
    x: (at) => scale(at),
    at: (x) => scale.invert(x),
    ticks: Array.from({ length: count }, (_, index) => {
      const at = (first + index) * every;
      return { at, x: scale(at), day: at % (24 * HOUR) === 0 };
    }),
  };
}
