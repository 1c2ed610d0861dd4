import { MINUTE } from '../lib/duration.ts';
import type { MonitorSpec } from '../rule/monitor-spec.ts';
import { type DecidedSlot, isJudgedBy, type JudgedState, SETTLE_MS } from './judged-state.ts';

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
  decided,
  endedAt,
  ratedUntil,
  rateAgainAt,
  isBehind,
  now,
}: {
  readonly judged: Pick<JudgedState, 'toCompare' | 'judgedBy'>;
  /** Of the monitors that select the CronJob. */
  readonly specs: readonly MonitorSpec[];
  /** Slots whose run ended, and slots that were given up. */
  readonly decided: readonly DecidedSlot[];
  /** When runs ended. */
  readonly endedAt: readonly number[];
  /** Durations up to here were compared. */
  readonly ratedUntil: number;
  /** When rates below their targets change though nothing happens; null while none does. */
  readonly rateAgainAt: number | null;
  /** Whether something is only now written that they may count. */
  readonly isBehind: boolean;
  readonly now: number;
}): Pick<JudgedState, 'toRate' | 'toCompare' | 'rateAgainAt'> {
  if (!specs.some(({ sla }) => sla?.enabled)) return { toRate: [], toCompare: [], rateAgainAt: null };
  const edited = judged.judgedBy !== null && !isJudgedBy(judged, specs);
  const changes = edited ? [...endedAt, now] : endedAt;
  const toCompare = [...judged.toCompare.filter((at) => at > ratedUntil), ...changes.map(endOfQuarter)];
  const isOverdue =
    isBehind && decided.length === 0 && rateAgainAt !== null && rateAgainAt + SETTLE_MS <= now;
  const toRate = [
    ...decided,
    ...(edited ? [{ at: now, slot: now }] : []),
    ...(isOverdue ? [{ at: rateAgainAt, slot: rateAgainAt }] : []),
  ];
  return {
    toRate: toRate.toSorted((a, b) => a.at - b.at),
    toCompare: [...new Set(toCompare)].toSorted((a, b) => a - b),
    rateAgainAt,
  };
}

function endOfQuarter(at: number): number {
  return Math.ceil(at / COMPARE_EVERY_MS) * COMPARE_EVERY_MS;
}
