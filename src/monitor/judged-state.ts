import type { Alert } from '../alert/alert.ts';
import { SECOND } from '../lib/duration.ts';
import type { MonitorSpec } from '../rule/monitor-spec.ts';
import { dayWithoutSuccess } from './comparison-times.ts';
import type { CronJobEntry } from './view.ts';

/** How far the alerts of a CronJob were judged, and the facts as of then. Kept in memory. */
export interface JudgedState extends JudgedFacts {
  /** Of the CronJob that was judged; null before one was seen. */
  readonly uid: string | null;
  /** Every moment up to here was judged. */
  readonly until: number;
  /** When the next deadline passes, if nothing happens; null when none is awaited. */
  readonly nextCheckAt: number | null;
  /** Null before the store was asked. */
  readonly hasOpenAlerts: boolean | null;
  /** When slots were decided that rates count, which are judged once they are in the store. */
  readonly toRate: readonly DueRate[];
  /** The latest slot that was decided, as far as this process knows; null before the first. */
  readonly decidedUntil: number | null;
  /** When durations are to be compared: once for each quarter of an hour in which a run ended, or a day without a success. */
  readonly toCompare: readonly number[];
  /** The last instant as of which they were compared; null when this process did not yet. */
  readonly comparedUntil: number | null;
  /** Whether an open alert says that runs take longer than they did. */
  readonly isRegressed: boolean;
  /** When rates below their targets change next though nothing happens; null while none does. */
  readonly rateAgainAt: number | null;
  /** The specs that it was judged by; null before the first time. */
  readonly judgedBy: readonly MonitorSpec[] | null;
}

/** A slot became known to have succeeded or not. */
export interface DecidedSlot {
  readonly at: number;
  readonly slot: number;
}

/** A rate is to be judged as of when a slot was decided. */
export interface DueRate extends DecidedSlot {
  /** Slots up to this one count then: of later ones nothing was decided yet, though something is known by now. */
  readonly knownUntil: number;
}

/** What a rule reads of a CronJob as of one instant, in ms. */
export interface JudgedFacts {
  /** Of the newest run, manual or not: its start, or its slot where clocks differ and that is later. */
  readonly lastStartedAt: number | null;
  /** When the last success ended. */
  readonly lastSuccessAt: number | null;
  /** Null while it is not suspended. */
  readonly suspendedSince: number | null;
  /** When the last suspension ended. */
  readonly resumedAt: number | null;
  /** When it was seen to be gone from the cluster; null while it is there. */
  readonly goneSince: number | null;
}

/** How long after a deadline it is judged, as of the deadline: what happened just before it may still be on its way. */
export const SETTLE_MS = SECOND / 2;

/**
 * When a CronJob wants to be judged again for a deadline of its rules; null when none is awaited. One that
 * has passed was held back, and comes again with whatever holds it: a run that waits, a silent watch. Figures
 * wait for nothing but that what they count is in the store, as it is when this is asked.
 */
export function dueAt(judged: JudgedState | null, now: number): number | null {
  if (judged === null) return null;
  if (judged.toRate.length > 0 || dueRatings(judged, { now, until: now }).toCompare.length > 0) return now;
  const deadlines = [
    judged.nextCheckAt,
    judged.toCompare[0] ?? null,
    dayWithoutSuccess(judged),
    judged.rateAgainAt,
  ]
    .filter((at) => at !== null)
    .map((at) => at + SETTLE_MS)
    .filter((at) => at > now);
  return deadlines.length === 0 ? null : Math.min(...deadlines);
}

/** Goes on where an earlier process was, as far as its last write tells. */
export function firstState(
  { stored, present }: Pick<CronJobEntry, 'stored' | 'present'>,
  now: number,
): JudgedState {
  const until = stored?.slotsJudgedUntil ?? now;
  return {
    uid: stored?.cronJob?.uid ?? null,
    until,
    nextCheckAt: until,
    hasOpenAlerts: stored === null ? false : null,
    toRate: [],
    decidedUntil: null,
    toCompare: [],
    comparedUntil: null,
    isRegressed: false,
    rateAgainAt: null,
    judgedBy: null,
    lastStartedAt: stored?.lastStartedAt ?? null,
    lastSuccessAt: stored?.lastSuccessAt ?? null,
    suspendedSince: stored?.suspendedSince ?? null,
    resumedAt: stored?.resumedAt ?? null,
    goneSince: present ? null : (stored?.deletedAt ?? null),
  };
}

/**
 * Whether it was judged by these and no others; not so before the first time. A spec is read once for each edit,
 * so that the same one is the same object.
 */
export function isJudgedBy(
  { judgedBy }: Pick<JudgedState, 'judgedBy'>,
  specs: readonly MonitorSpec[],
): boolean {
  return (
    judgedBy !== null &&
    judgedBy.length === specs.length &&
    specs.every((spec, index) => spec === judgedBy[index])
  );
}

/** After a start, what open alerts tell of rates and durations is judged from where the earlier process was. */
export function resumeRating(judged: JudgedState, openAlerts: readonly Alert[]): JudgedState {
  if (judged.judgedBy !== null) return judged;
  const isLow = openAlerts.some(({ reason }) => reason === 'SuccessRate');
  const isRegressed = openAlerts.some(({ reason }) => reason === 'DurationRegression');
  return { ...judged, isRegressed, rateAgainAt: isLow ? judged.until : judged.rateAgainAt };
}

/** Figures that are to be judged now. */
export interface DueRatings extends Pick<JudgedState, 'toRate' | 'toCompare' | 'rateAgainAt'> {
  /** Rates that change though nothing happens are judged up to here. */
  readonly until: number;
}

/** Those whose time has come: what they count is in the store. */
export function dueRatings(
  { toRate, toCompare, rateAgainAt }: JudgedState,
  { now, until }: { readonly now: number; readonly until: number },
): DueRatings {
  return { toRate, toCompare: toCompare.filter((at) => at + SETTLE_MS <= now), rateAgainAt, until };
}
