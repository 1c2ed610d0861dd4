import type { TimelineAxis } from './timeline-axis.ts';

/** How many runs started in each step of a range that begins at `from` (ms since the epoch). */
export interface StartCounts {
  readonly from: number;
  readonly stepMs: number;
  readonly started: readonly number[];
  readonly failed: readonly number[];
  readonly forecast: readonly number[];
}

/** The starts as bars, their origin at the upper left. */
export interface StartBars {
  /** SVG paths: all that started, the failed ones of them, and those to come. */
  readonly started: string;
  readonly failed: string;
  readonly forecast: string;
  /** The most of one step, which is as high as the chart. */
  readonly peak: number;
}

/** However few they are, so much of a bar is seen. */
const SMALLEST = 1.5;

/** The bars over an axis; the failed share stands at the foot of each. */
export function startBars(counts: StartCounts, axis: TimelineAxis, height: number): StartBars {
  const { from, stepMs, started, failed, forecast } = counts;
  const peak = Math.max(0, ...started.map((count, index) => count + (forecast[index] ?? 0)));
  const share = (count: number) =>
    count === 0 ? 0 : Math.max(SMALLEST, (height * count) / Math.max(1, peak));
  const bar = (index: number, foot: number, top: number) => {
    const left = axis.x(from + index * stepMs);
    const right = axis.x(from + (index + 1) * stepMs);
    if (top <= foot || right <= 0 || left >= axis.width) return '';
    const width = Math.max(1, right - left - 1);
    return `M${left.toFixed(1)} ${(height - top).toFixed(1)}h${width.toFixed(1)}v${(top - foot).toFixed(1)}h-${width.toFixed(1)}z`;
  };
  return {
    started: started.map((count, index) => bar(index, 0, share(count))).join(''),
    failed: failed.map((count, index) => bar(index, 0, share(count))).join(''),
    // The step that holds the present has both: what has started and, above it, what is still to come.
    forecast: forecast
      .map((count, index) => {
        const foot = share(started[index] ?? 0);
        return bar(index, foot, foot + share(count));
      })
      .join(''),
    peak,
  };
}
