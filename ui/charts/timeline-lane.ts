import type { TimelineItem } from '../../src/api/contract/timeline.ts';
import type { TimelineAxis } from './timeline-axis.ts';

/** One run or slot of a CronJob on the timeline; `x` and `width` in px. */
export interface Mark {
  readonly kind: 'success' | 'failed' | 'running' | 'forecast';
  readonly x: number;
  readonly width: number;
  /** When it started, or is due; ms since the epoch. */
  readonly at: number;
  /** How long it took; of a forecast, how long the middle run takes; null while it runs. */
  readonly seconds: number | null;
  readonly manual: boolean;
  readonly reason: string | null;
}

/** Several runs that stand too close to be told apart. */
export interface Column {
  readonly kind: 'column';
  readonly x: number;
  readonly width: number;
  /** The first start that it may hold, and the first that it no longer holds. */
  readonly at: number;
  readonly until: number;
  readonly runs: number;
  readonly failed: number;
}

/** Slots that no run counts for, all for the same reason. */
export interface EmptyMark {
  readonly kind: 'skipped' | 'suspended' | 'unknown';
  readonly x: number;
  readonly width: number;
  /** The first of the slots, and the last one. */
  readonly at: number;
  readonly until: number;
  readonly slots: number;
  /** Null where nobody watched. */
  readonly reason: string | null;
}

/** Anything that stands in a row and can be looked at. */
export type LaneMark = Mark | Column | EmptyMark;

/** What is drawn in one row, from left to right. */
export interface Lane {
  readonly marks: readonly LaneMark[];
}

/** Runs that mostly stand closer than this, in px, become columns. */
const CLOSEST = 5;
export const COLUMN_WIDTH = 4;
const NARROWEST = 3;
const FORECAST_NARROWEST = 2;
const EMPTY_NARROWEST = 6;
/** Empty slots that are alike and stand nearer than this, in px, become one mark. */
const EMPTY_GAP = 4;

/** An item with what its numbers refer to. */
export interface LaneSource {
  readonly item: TimelineItem;
  /** The start of the answer's range, in ms since the epoch. */
  readonly from: number;
  readonly binSeconds: number;
  readonly reasons: readonly string[];
  /** Seconds that the middle run takes; 0 when that is not known. */
  readonly p50: number;
}

/** The lane of a CronJob at `now`. What lies beyond the axis is left out. */
export function timelineLane(source: LaneSource, axis: TimelineAxis, now: number): Lane {
  const { item, from } = source;
  const at = (offset: number) => from + offset * 1_000;
  const past = axis.x(now);
  const runs =
    item.bins !== null || standClose(item.runs, axis)
      ? toColumns(source, axis)
      : item.runs.map((run) => toRun(run, source, axis));
  const running = item.running.map((offset): Mark => {
    const start = at(offset);
    const x = axis.x(start);
    return {
      ...PLAIN,
      kind: 'running',
      at: start,
      x,
      width: Math.max(NARROWEST, past - x),
      seconds: null,
    };
  });
  const width = Math.max(FORECAST_NARROWEST, lengthOf(source.p50, axis));
  const forecast = item.forecast
    .map((offset) => at(offset))
    .filter((due) => due >= now)
    .map((due): Mark => ({
      ...PLAIN,
      kind: 'forecast',
      at: due,
      x: axis.x(due),
      width,
      seconds: source.p50 || null,
    }));
  const marks = [...toEmptyMarks(source, axis), ...runs, ...running, ...forecast];
  return { marks: marks.filter(({ x, width }) => x + width >= 0 && x <= axis.width) };
}

/** The mark at a place, else the nearest one within `reach` px; null when there is none. */
export function markAt({ marks }: Lane, x: number, reach = 6): LaneMark | null {
  let best: LaneMark | null = null;
  let distance = reach;
  for (const mark of marks) {
    const away = Math.max(mark.x - x, x - (mark.x + mark.width), 0);
    // Of several that hold the place the last one is drawn on top.
    if (away > distance || (away === distance && away > 0)) continue;
    best = mark;
    distance = away;
  }
  return best;
}

/** The mark after the one that begins at `at` (before it when `step` is -1); the same when it is the outermost. */
export function neighbour({ marks }: Lane, at: number, step: 1 | -1): LaneMark | null {
  const sorted = marks.toSorted((a, b) => a.at - b.at);
  return step > 0
    ? (sorted.find((mark) => mark.at > at) ?? sorted.at(-1) ?? null)
    : (sorted.findLast((mark) => mark.at < at) ?? sorted[0] ?? null);
}

/** Whether half of the runs or more begin closer to the one before than can be told apart. */
function standClose(runs: TimelineItem['runs'], axis: TimelineAxis): boolean {
  const close = lengthToSeconds(CLOSEST, axis);
  const gaps = runs.slice(1).map(([start = 0], index) => start - (runs[index]?.[0] ?? 0));
  return gaps.filter((gap) => gap < close).length * 2 > runs.length;
}

function lengthToSeconds(px: number, axis: TimelineAxis): number {
  return (axis.at(px) - axis.from) / 1_000;
}

const PLAIN = { manual: false, reason: null } as const;

function toRun(
  [offset = 0, seconds = 0, failed, manual, reason = -1]: readonly number[],
  { from, reasons }: LaneSource,
  axis: TimelineAxis,
): Mark {
  const at = from + offset * 1_000;
  return {
    kind: failed === 1 ? 'failed' : 'success',
    at,
    x: axis.x(at),
    width: Math.max(NARROWEST, lengthOf(seconds, axis)),
    seconds,
    manual: manual === 1,
    reason: reasons[reason] ?? null,
  };
}

/** A slot is as wide as its run would have been; a suspension of a thousand slots is one long mark. */
function toEmptyMarks({ item, from, reasons, p50 }: LaneSource, axis: TimelineAxis): EmptyMark[] {
  const marks: EmptyMark[] = [];
  const slotWidth = Math.max(EMPTY_NARROWEST, lengthOf(p50, axis));
  for (const [offset = 0, index = -1, slots = 1] of item.slots) {
    const at = from + offset * 1_000;
    const x = axis.x(at);
    const reason = reasons[index] ?? null;
    const last = marks.findLast((mark) => mark.reason === reason);
    if (last !== undefined && x - (last.x + last.width) < EMPTY_GAP) {
      const longer = { ...last, width: x + slotWidth - last.x, until: at, slots: last.slots + slots };
      marks[marks.indexOf(last)] = longer;
    } else {
      marks.push({ kind: emptyKind(reason), x, width: slotWidth, at, until: at, slots, reason });
    }
  }
  return marks;
}

function emptyKind(reason: string | null): EmptyMark['kind'] {
  if (reason === null) return 'unknown';
  return reason === 'Suspended' ? 'suspended' : 'skipped';
}

/** Runs, or the bins that the service made of them, by columns of the same width. */
function toColumns({ item, from, binSeconds }: LaneSource, axis: TimelineAxis): Column[] {
  const columns = new Map<number, { runs: number; failed: number }>();
  const add = (offset: number, runs: number, failed: number) => {
    const index = Math.floor(axis.x(from + offset * 1_000) / COLUMN_WIDTH);
    const column = columns.get(index) ?? { runs: 0, failed: 0 };
    columns.set(index, { runs: column.runs + runs, failed: column.failed + failed });
  };
  // A bin's runs stand at its middle: nobody knows better.
  for (const [start = 0, runs = 0, failed = 0] of item.bins ?? []) add(start + binSeconds / 2, runs, failed);
  if (item.bins === null) for (const [start = 0, , failed = 0] of item.runs) add(start, 1, failed);
  return [...columns]
    .sort(([a], [b]) => a - b)
    .map(([index, counts]) => ({
      kind: 'column',
      x: index * COLUMN_WIDTH,
      width: COLUMN_WIDTH,
      at: axis.at(index * COLUMN_WIDTH),
      until: axis.at((index + 1) * COLUMN_WIDTH),
      ...counts,
    }));
}

function lengthOf(seconds: number, axis: TimelineAxis): number {
  return axis.x(axis.from + seconds * 1_000);
}
