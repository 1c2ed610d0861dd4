import { MINUTE } from '../lib/duration.ts';
import type { MonitorSpec } from '../rule/monitor-spec.ts';
import type { JudgedState } from './judged-state.ts';

/** Percentiles over weeks are read at most so often for one CronJob. */
const COMPARE_EVERY_MS = 15 * MINUTE;

/**
 * When figures over windows are to be judged next, because what they count has changed: as of the very
 * instant for rates, as of the end of the quarter of an hour for durations. They are read once the change
 * is in the store. After an edit of a monitor they are judged by its new numbers.
 */
export function rateNext({
  judged,
  specs,
  changedAt,
  ratedUntil,
  now,
}: {
  readonly judged: Pick<JudgedState, 'toCompare' | 'judgedBy'>;
  /** Of the monitors that select the CronJob. */
  readonly specs: readonly MonitorSpec[];
  /** When runs ended and slots were given up. */
  readonly changedAt: readonly number[];
  /** Durations up to here were compared. */
  readonly ratedUntil: number;
  readonly now: number;
}): Pick<JudgedState, 'toRate' | 'toCompare'> {
  if (!specs.some(({ sla }) => sla?.enabled)) return { toRate: [], toCompare: [] };
  const edited = judged.judgedBy !== null && !isSame(judged.judgedBy, specs);
  const toRate = edited ? [...changedAt, now] : changedAt;
  const toCompare = [...judged.toCompare.filter((at) => at > ratedUntil), ...toRate.map(endOfQuarter)];
  return { toRate: inOrder(toRate), toCompare: inOrder(toCompare) };
}

function endOfQuarter(at: number): number {
  return Math.ceil(at / COMPARE_EVERY_MS) * COMPARE_EVERY_MS;
}

function inOrder(instants: readonly number[]): readonly number[] {
  return [...new Set(instants)].toSorted((a, b) => a - b);
}

/** A spec is read once for each edit, so that the same one is the same object. */
function isSame(a: readonly MonitorSpec[], b: readonly MonitorSpec[]): boolean {
  return a.length === b.length && a.every((spec, index) => spec === b[index]);
}
