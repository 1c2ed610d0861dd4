import { type SlaCounts, slaRate } from '../execution/sla.ts';
import { DAY } from '../lib/duration.ts';
import type { DurationFigure } from '../rule/duration-regression.ts';
import { type MaintenancePeriod, maintenancePeriods } from '../rule/maintenance.ts';
import type { Rating } from './decide-alerts.ts';
import type { Figures } from './judge-rules.ts';
import type { DueRatings } from './judged-state.ts';
import type { SelectingMonitor } from './membership.ts';

/** What is counted over windows. */
export interface RatingStore {
  readonly sla: {
    /**
     * The counts of (to - widthMs, to], of what lies no later than `knownUntil`; null when there is no such
     * CronJob.
     */
    figures(
      cronJobId: number,
      terms: SlaTerms,
      to: number,
      knownUntil: number,
    ): Promise<CountedWindow | null>;
  };
  readonly statistics: {
    /** Of the day before `at`, and of the days of the baseline before that. */
    regressionFigures(
      cronJobId: number,
      window: { readonly at: number; readonly baselineDays: number },
    ): Promise<{ readonly recent: DurationFigure; readonly baseline: DurationFigure }>;
  };
}

interface CountedWindow {
  readonly current: SlaCounts;
  /** While nothing is recorded the counts stay the same at any later `to` before this; Infinity when for ever. */
  readonly holdUntil: number;
}

interface SlaTerms {
  readonly monitor: string;
  readonly generation: number;
  readonly widthMs: number;
  readonly maintenance: (from: number, to: number) => readonly MaintenancePeriod[];
}

/** Of more changes in a time that nobody judged, which is long past, the last is judged after these. */
const MOST_CHANGES = 100;

/**
 * Reads the figures that are to be judged now, as of each instant at which what they count had changed: as
 * slots were decided, and, while a rate is below its target, as something left its window until `until`.
 */
export async function loadRatings(
  store: RatingStore,
  id: number | null,
  { toRate, toCompare, rateAgainAt, until }: DueRatings,
  monitors: readonly SelectingMonitor[],
): Promise<readonly Rating[]> {
  if (id === null) return [];
  const rated = new Map(toRate.map(({ at, knownUntil }) => [at, knownUntil]));
  const instants = [...new Set([...rated.keys(), ...toCompare])].toSorted((a, b) => a - b);
  // A slot that was decided later counts from then on: nothing is to be said of what left the window before.
  const isAwaited = (leftAt: number): boolean => toRate.some(({ at, slot }) => slot <= leftAt && at > leftAt);
  const ratings: Rating[] = [];
  let againAt = rateAgainAt;
  let changes = 0;
  for (;;) {
    const isLeaving =
      againAt !== null && againAt <= until && againAt <= (instants[0] ?? Infinity) && !isAwaited(againAt);
    const at = isLeaving ? againAt! : instants[0];
    if (at === undefined) return ratings;
    while (instants[0] === at) instants.shift();
    const knownUntil = isLeaving ? at : (rated.get(at) ?? null);
    const what = { knownUntil, compare: toCompare.includes(at) };
    const loaded = await Promise.all(monitors.map((monitor) => loadFigures(store, id, monitor, at, what)));
    if (knownUntil !== null) againAt = earliest(loaded.map(({ heldUntil }) => Math.max(heldUntil, at)));
    if (isLeaving && ++changes >= MOST_CHANGES && againAt !== null) againAt = Math.max(againAt, until);
    ratings.push({
      at,
      figures: loaded.map(({ figures }) => figures),
      compares: what.compare,
      rateAgainAt: againAt,
    });
  }
}

function earliest(instants: readonly number[]): number | null {
  const first = Math.min(...instants);
  return Number.isFinite(first) ? first : null;
}

interface LoadedFigures {
  readonly figures: Figures;
  /** When a rate below its target changes though nothing happens; Infinity for never and for others. */
  readonly heldUntil: number;
}

async function loadFigures(
  { sla, statistics }: RatingStore,
  id: number,
  { uid, generation, spec }: SelectingMonitor,
  at: number,
  { knownUntil, compare }: { readonly knownUntil: number | null; readonly compare: boolean },
): Promise<LoadedFigures> {
  if (!spec.sla?.enabled) return { figures: { counts: null, durations: null }, heldUntil: Infinity };
  const { windowDays, minSuccessRate, durationBaselineWindowDays: baselineDays } = spec.sla;
  const terms: SlaTerms = {
    monitor: uid,
    generation,
    widthMs: windowDays * DAY,
    maintenance: (from, to) => maintenancePeriods(spec.maintenanceWindows, from, to),
  };
  const [counted, durations] = await Promise.all([
    knownUntil === null ? null : sla.figures(id, terms, Math.max(at, knownUntil), knownUntil),
    compare ? statistics.regressionFigures(id, { at, baselineDays }) : null,
  ]);
  const counts = counted?.current ?? null;
  const isLow = counts !== null && slaRate(counts) < minSuccessRate;
  return { figures: { counts, durations }, heldUntil: isLow ? counted!.holdUntil : Infinity };
}
