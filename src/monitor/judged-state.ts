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
