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
/** Between columns, and at both ends, as shares of a step from one column to the next. */
const GAP = 0.25;
const EDGE = 0.1;

/** The axis of so many days between two edges; `count` is at least 1. */
export function dayAxis(count: number, from: number, to: number): DayAxis {
  const step = Math.max(1, to - from) / (count - GAP + 2 * EDGE);
  const column = step * (1 - GAP);
  const left = (index: number) => from + step * (EDGE + index);
  const indexes = Array.from({ length: count }, (_, index) => index);
  const every = Math.max(1, Math.ceil((count * LABEL_WIDTH) / Math.max(1, to - from)));
  return {
    column,
    left,
    middle: (index) => left(index) + column / 2,
    indexAt: (x) => Math.max(0, Math.min(count - 1, Math.floor((x - from) / step))),
    labelled: indexes.filter((index) => (count - 1 - index) % every === 0),
  };
}
