import { scaleBand } from 'd3-scale';

/** Where the days of a chart stand, all in px from its left edge. */
export interface DayAxis {
  /** The width of a day's column; columns have a gap of a quarter of it between them. */
  readonly column: number;
  /** The left edge of a day's column. */
  readonly left: (index: number) => number;
  /** Its middle. */
  readonly middle: (index: number) => number;
  /** The day at a place, the nearest one beyond either end. */
  readonly indexAt: (x: number) => number;
  /** The days that carry a label: as many as have room, the newest among them. */
  readonly labelled: readonly number[];
}

/** What a label such as `21 Nov` needs with the space around it, in px. */
const LABEL_WIDTH = 64;

/** The axis of so many days between two edges; `count` is at least 1. */
export function dayAxis(count: number, from: number, to: number): DayAxis {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const scale = scaleBand<number>().domain(indexes).range([from, to]).paddingInner(0.25).paddingOuter(0.1);
  const column = scale.bandwidth();
  const every = Math.max(1, Math.ceil((count * LABEL_WIDTH) / Math.max(1, to - from)));
  return {
    column,
    left: (index) => scale(index)!,
    middle: (index) => scale(index)! + column / 2,
    indexAt: (x) => Math.max(0, Math.min(count - 1, Math.floor((x - from) / scale.step()))),
    labelled: indexes.filter((index) => (count - 1 - index) % every === 0),
  };
}
