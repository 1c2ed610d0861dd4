import type { MonitorSpec } from '../rule/monitor-spec.ts';

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
  readonly toRate: readonly DecidedSlot[];
  /** When durations are to be compared: at most once in each quarter of an hour in which a run ended. */
  readonly toCompare: readonly number[];
  /** The specs that it was judged by; null before the first time. */
  readonly judgedBy: readonly MonitorSpec[] | null;
}

/** A slot became known to have succeeded or not. */
export interface DecidedSlot {
  readonly at: number;
  /** Slots up to this one count then: of later ones nothing was decided yet. */
  readonly slot: number;
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
