import type { OutcomeDay } from './success-bars.ts';

/** How a day went: without a failure, with some, with half of its runs failed or more, without a run. */
export type DayHealth = 'healthy' | 'warning' | 'critical' | 'none';

/** A day as a square, in px from the upper left. */
export interface HeatCell {
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly health: DayHealth;
}

/** Weeks as columns, Monday at the top, the newest day last. */
export interface HeatMap {
  readonly cells: readonly HeatCell[];
  readonly width: number;
  readonly height: number;
  /** The months that begin in a column. */
  readonly months: readonly { readonly x: number; readonly index: number }[];
  /** The day at a place; null beside all. */
  readonly indexAt: (x: number, y: number) => number | null;
}

/** The side of a square, and from one to the next. */
export const CELL = 14;
export const STEP = CELL + 3;
/** For the names of the weekdays, and of the months. */
const LEFT = 32;
/** Likewise, in px. */
export const TOP = 18;

/** The days of a CronJob by week; each has its date (`2026-11-21`, UTC), and they follow one another. */
export function heatMap(days: readonly (OutcomeDay & { readonly date: string })[]): HeatMap {
  const offset = days[0] === undefined ? 0 : weekdayOf(days[0].date);
  const cells = days.map((day, index) => ({
    index,
    x: LEFT + Math.floor((index + offset) / 7) * STEP,
    y: TOP + ((index + offset) % 7) * STEP,
    health: healthOfDay(day),
  }));
  const columns = Math.ceil((days.length + offset) / 7);
  return {
    cells,
    width: LEFT + columns * STEP,
    height: TOP + 7 * STEP,
    months: days.flatMap((day, index) => (day.date.endsWith('-01') ? [{ index, x: cells[index]!.x }] : [])),
    indexAt: (x, y) => {
      const column = Math.floor((x - LEFT) / STEP);
      const row = Math.floor((y - TOP) / STEP);
      const index = column * 7 + row - offset;
      const inside = column >= 0 && row >= 0 && row < 7 && index >= 0 && index < days.length;
      return inside ? index : null;
    },
  };
}

/** Which of the four a day is. */
export function healthOfDay({ runs, failed }: OutcomeDay): DayHealth {
  if (runs === 0) return 'none';
  if (failed === 0) return 'healthy';
  return failed * 2 >= runs ? 'critical' : 'warning';
}

/** 0 is Monday. */
function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}
