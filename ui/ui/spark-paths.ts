import type { Outcome } from '../../src/api/contract/execution.ts';

/** A spark's bars are 3 px wide with 2 px between; failed ones are taller, so that colour is not needed. */
const STEP = 5;
const BAR = 3;
export const SPARK_RUNS = 24;
export const SPARK_WIDTH = SPARK_RUNS * STEP - (STEP - BAR);
export const SPARK_HEIGHT = 14;

/** The newest runs as two SVG paths, one an outcome; the newest stands at the right edge. */
export function sparkPaths(recent: readonly Outcome[]): {
  readonly success: string;
  readonly failed: string;
} {
  const runs = recent.slice(-SPARK_RUNS);
  const first = SPARK_RUNS - runs.length;
  const path = (outcome: Outcome, top: number) =>
    runs.map((run, index) => (run === outcome ? bar((first + index) * STEP, top) : '')).join('');
  return { success: path('success', 4), failed: path('failed', 0) };
}

function bar(left: number, top: number): string {
  return `M${left} ${top}h${BAR}v${SPARK_HEIGHT - top}h-${BAR}z`;
}
