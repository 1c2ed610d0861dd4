import type { SlaCounts } from '../execution/sla.ts';
import { DAY } from '../lib/duration.ts';
import type { DurationFigure } from '../rule/duration-regression.ts';
import { type MaintenancePeriod, maintenancePeriods } from '../rule/maintenance.ts';
import type { Rating } from './decide-alerts.ts';
import type { Figures } from './judge-rules.ts';
import type { JudgedState } from './judged-state.ts';
import type { SelectingMonitor } from './membership.ts';

/** What is counted over windows. */
export interface RatingStore {
  readonly sla: {
    /** The counts of (to - widthMs, to]; null when there is no such CronJob. */
    figures(cronJobId: number, terms: SlaTerms, to: number): Promise<{ readonly current: SlaCounts } | null>;
  };
  readonly statistics: {
    /** Of the day before `at`, and of the days of the baseline before that. */
    regressionFigures(
      cronJobId: number,
      window: { readonly at: number; readonly baselineDays: number },
    ): Promise<{ readonly recent: DurationFigure; readonly baseline: DurationFigure }>;
  };
}

interface SlaTerms {
  readonly monitor: string;
  readonly generation: number;
  readonly widthMs: number;
  readonly maintenance: (from: number, to: number) => readonly MaintenancePeriod[];
}

/** Reads the figures that are to be judged now, as of each instant at which what they count had changed. */
export async function loadRatings(
  store: RatingStore,
  id: number | null,
  { toRate, toCompare }: Pick<JudgedState, 'toRate' | 'toCompare'>,
  monitors: readonly SelectingMonitor[],
): Promise<readonly Rating[]> {
  if (id === null) return [];
  const slots = new Map(toRate.map(({ at, slot }) => [at, slot]));
  const instants = [...new Set([...slots.keys(), ...toCompare])].toSorted((a, b) => a - b);
  const asked = new Map(
    instants.map((at) => [at, { slot: slots.get(at) ?? null, compare: toCompare.includes(at) }]),
  );
  return Promise.all(
    [...asked].map(async ([at, what]) => ({
      at,
      figures: await Promise.all(monitors.map((monitor) => loadFigures(store, id, monitor, at, what))),
    })),
  );
}

async function loadFigures(
  { sla, statistics }: RatingStore,
  id: number,
  { uid, generation, spec }: SelectingMonitor,
  at: number,
  { slot, compare }: { readonly slot: number | null; readonly compare: boolean },
): Promise<Figures> {
  if (!spec.sla?.enabled) return { counts: null, durations: null };
  const { windowDays, durationBaselineWindowDays: baselineDays } = spec.sla;
  const terms: SlaTerms = {
    monitor: uid,
    generation,
    widthMs: windowDays * DAY,
    maintenance: (from, to) => maintenancePeriods(spec.maintenanceWindows, from, to),
  };
  const [counted, durations] = await Promise.all([
    slot === null ? null : sla.figures(id, terms, slot),
    compare ? statistics.regressionFigures(id, { at, baselineDays }) : null,
  ]);
  return { counts: counted?.current ?? null, durations };
}
