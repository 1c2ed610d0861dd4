import { MINUTE } from '../lib/duration.ts';
import type { MonitorSpec } from '../rule/monitor-spec.ts';
import { type DecidedSlot, type DueRate, isJudgedBy, type JudgedState, SETTLE_MS } from './judged-state.ts';

/** Percentiles over weeks are read at most so often for one CronJob. */
const COMPARE_EVERY_MS = 15 * MINUTE;

type NextRatings = Pick<JudgedState, 'toRate' | 'decidedUntil' | 'toCompare' | 'rateAgainAt'>;

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
  comparedUntil,
  rateAgainAt,
  isBehind,
  now,
}: {
  readonly judged: Pick<JudgedState, 'toCompare' | 'decidedUntil' | 'judgedBy'>;
  /** Of the monitors that select the CronJob. */
  readonly specs: readonly MonitorSpec[];
  /** Slots whose run ended, and slots that were given up. */
  readonly decided: readonly DecidedSlot[];
  /** When runs ended. */
  readonly endedAt: readonly number[];
  /** Durations up to here were compared; -Infinity when none were now. */
  readonly comparedUntil: number;
  /** When rates below their targets change though nothing happens; null while none does. */
  readonly rateAgainAt: number | null;
  /** Whether something is only now written that they may count. */
  readonly isBehind: boolean;
  readonly now: number;
}): NextRatings {
  if (!specs.some(({ sla }) => sla?.enabled)) {
    return { toRate: [], decidedUntil: null, toCompare: [], rateAgainAt: null };
  }
  const edited = judged.judgedBy !== null && !isJudgedBy(judged, specs);
  const changes = edited ? [...endedAt, now] : endedAt;
  const toCompare = [...judged.toCompare.filter((at) => at > comparedUntil), ...changes.map(endOfQuarter)];
  const isOverdue =
    isBehind && decided.length === 0 && rateAgainAt !== null && rateAgainAt + SETTLE_MS <= now;
  const toRate = [
    ...inOrder(decided, judged.decidedUntil),
    ...(edited ? [{ at: now, slot: now, knownUntil: now }] : []),
    ...(isOverdue ? [{ at: rateAgainAt, slot: rateAgainAt, knownUntil: rateAgainAt }] : []),
  ];
  return {
    toRate: toRate.toSorted((a, b) => a.at - b.at),
    decidedUntil: latest(judged.decidedUntil, decided),
    toCompare: [...new Set(toCompare)].toSorted((a, b) => a - b),
    rateAgainAt,
  };
}

/** A run that outlasts the next one is decided after it: then both of their slots are known. */
function inOrder(decided: readonly DecidedSlot[], decidedUntil: number | null): readonly DueRate[] {
  const ordered = decided.toSorted((a, b) => a.at - b.at);
  return ordered.map(({ at, slot }) => {
    const sooner = ordered.filter((each) => each.at <= at);
    return { at, slot, knownUntil: latest(decidedUntil, sooner)! };
  });
}

function latest(decidedUntil: number | null, decided: readonly DecidedSlot[]): number | null {
  const slots = [...decided.map(({ slot }) => slot), ...(decidedUntil === null ? [] : [decidedUntil])];
  return slots.length === 0 ? null : Math.max(...slots);
}

/** A quarter begins with its first instant: what ends then is compared with the next one. */
function endOfQuarter(at: number): number {
  return (Math.floor(at / COMPARE_EVERY_MS) + 1) * COMPARE_EVERY_MS;
}
