import type { MonitorSpec } from '../rule/monitor-spec.ts';
import { daysWithoutSuccess, dayWithoutSuccess, endOfQuarter } from './comparison-times.ts';
import { type DecidedSlot, type DueRate, isJudgedBy, type JudgedState, SETTLE_MS } from './judged-state.ts';

type NextRatings = Pick<
  JudgedState,
  'toRate' | 'decidedUntil' | 'toCompare' | 'comparedUntil' | 'isRegressed' | 'rateAgainAt'
>;

/**
 * When figures over windows are to be judged next, because what they count has changed: as of the very
 * instant for rates, as of the end of the quarter of an hour for durations; and durations that are too long,
 * because no run succeeded for a day. They are read once the change is in the store. After an edit of a
 * monitor they are judged by its new numbers.
 */
export function rateNext({
  judged,
  specs,
  decided,
  endedAt,
  succeededAt,
  lastSuccessAt,
  comparedUntil,
  isRegressed,
  rateAgainAt,
  isBehind,
  until,
  now,
}: {
  readonly judged: Pick<
    JudgedState,
    'toCompare' | 'comparedUntil' | 'isRegressed' | 'lastSuccessAt' | 'decidedUntil' | 'judgedBy'
  >;
  /** Of the monitors that select the CronJob. */
  readonly specs: readonly MonitorSpec[];
  /** Slots whose run ended, and slots that were given up. */
  readonly decided: readonly DecidedSlot[];
  /** When runs ended. */
  readonly endedAt: readonly number[];
  /** When successful ones did. */
  readonly succeededAt: readonly number[];
  /** When the last success ended, with these; null when there was none. */
  readonly lastSuccessAt: number | null;
  /** Durations up to here were compared; -Infinity when none were now. */
  readonly comparedUntil: number;
  /** Whether an alert about durations is open after that. */
  readonly isRegressed: boolean;
  /** When rates below their targets change though nothing happens; null while none does. */
  readonly rateAgainAt: number | null;
  /** Whether something is only now written that they may count. */
  readonly isBehind: boolean;
  /** Of what happened up to here everything is known. */
  readonly until: number;
  readonly now: number;
}): NextRatings {
  const compared = latest(judged.comparedUntil, [comparedUntil].filter(Number.isFinite));
  const regression = { comparedUntil: compared, isRegressed };
  if (!specs.some(({ sla }) => sla?.enabled)) {
    return { ...regression, toRate: [], decidedUntil: null, toCompare: [], rateAgainAt: null };
  }
  const edited = judged.judgedBy !== null && !isJudgedBy(judged, specs);
  const changes = edited ? [...endedAt, now] : endedAt;
  const emptiedAt = dayWithoutSuccess({ ...regression, lastSuccessAt });
  const known = judged.isRegressed && judged.lastSuccessAt !== null ? [judged.lastSuccessAt] : [];
  const toCompare = [
    ...judged.toCompare.filter((at) => at > comparedUntil),
    ...changes.map(endOfQuarter),
    ...daysWithoutSuccess([...known, ...succeededAt]),
    ...(emptiedAt !== null && emptiedAt <= until ? [emptiedAt] : []),
  ];
  const isOverdue =
    isBehind && decided.length === 0 && rateAgainAt !== null && rateAgainAt + SETTLE_MS <= now;
  const toRate = [
    ...inOrder(decided, judged.decidedUntil),
    ...(edited ? [{ at: now, slot: now, knownUntil: now }] : []),
    ...(isOverdue ? [{ at: rateAgainAt, slot: rateAgainAt, knownUntil: rateAgainAt }] : []),
  ];
  return {
    ...regression,
    toRate: toRate.toSorted((a, b) => a.at - b.at),
    decidedUntil: latest(judged.decidedUntil, decided.map(toSlot)),
    toCompare: [...new Set(toCompare)].toSorted((a, b) => a - b),
    rateAgainAt,
  };
}

/** A run that outlasts the next one is decided after it: then both of their slots are known. */
function inOrder(decided: readonly DecidedSlot[], decidedUntil: number | null): readonly DueRate[] {
  const ordered = decided.toSorted((a, b) => a.at - b.at);
  return ordered.map(({ at, slot }) => {
    const sooner = ordered.filter((each) => each.at <= at);
    return { at, slot, knownUntil: latest(decidedUntil, sooner.map(toSlot))! };
  });
}

function toSlot({ slot }: DecidedSlot): number {
  return slot;
}

/** Null when there is none. */
function latest(before: number | null, instants: readonly number[]): number | null {
  const all = before === null ? instants : [before, ...instants];
  return all.length === 0 ? null : Math.max(...all);
}
