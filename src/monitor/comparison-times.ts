import { DAY, MINUTE } from '../lib/duration.ts';

/** Percentiles over weeks are read at most so often for one CronJob. */
const COMPARE_EVERY_MS = 15 * MINUTE;

/**
 * The end of the quarter of an hour in which the instant lies. A quarter begins with its first instant: what
 * ends then is compared with the next one.
 */
export function endOfQuarter(at: number): number {
  return (Math.floor(at / COMPARE_EVERY_MS) + 1) * COMPARE_EVERY_MS;
}

/**
 * When the last day has no success any more, so that nothing is left to compare and an open alert about durations
 * ends. Null when there is none, or when they were compared as of then already.
 */
export function dayWithoutSuccess({
  isRegressed,
  lastSuccessAt,
  comparedUntil,
}: {
  readonly isRegressed: boolean;
  readonly lastSuccessAt: number | null;
  readonly comparedUntil: number | null;
}): number | null {
  if (!isRegressed || lastSuccessAt === null) return null;
  const at = endOfQuarter(lastSuccessAt + DAY);
  return comparedUntil !== null && at <= comparedUntil ? null : at;
}

/** When a day had passed without a success, between successes that ended at these instants. */
export function daysWithoutSuccess(succeededAt: readonly number[]): readonly number[] {
  const inOrder = succeededAt.toSorted((a, b) => a - b);
  return inOrder
    .slice(0, -1)
    .map((at) => endOfQuarter(at + DAY))
    .filter((at, index) => at < inOrder[index + 1]!);
}
