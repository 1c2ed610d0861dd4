/**
 * What became of the slots of a window, as an SLA counts them. A slot counts when its run has ended or
 * when it stayed without one; those of `excluded` say nothing about the CronJob.
 */
export interface SlaCounts {
  readonly succeeded: number;
  /** Slots whose run failed, was deleted or was replaced. */
  readonly failed: number;
  /** Slots that nothing excuses and no run was made for. */
  readonly missed: number;
  readonly excluded: SlaExclusions;
}

/** Why runs and slots of the window do not count. Each is in one of them only, the first that fits. */
export interface SlaExclusions {
  /** Runs started by hand, which belong to no slot. */
  readonly manual: number;
  /** Slots within the monitor's maintenance windows, with or without a run. */
  readonly maintenance: number;
  /** Slots that passed while the CronJob was suspended. */
  readonly suspended: number;
  /** Slots that passed while nobody watched, and that left no evidence. */
  readonly unknown: number;
}

/** How counts stand against a target. */
export interface SlaStanding {
  /** Percent of the counted slots that had a successful run; 100 while nothing counts. */
  readonly rate: number;
  readonly compliant: boolean;
  readonly errorBudget: ErrorBudget;
}

/** How many of the counted slots may go without a successful run. */
export interface ErrorBudget {
  /** A fraction of a slot counts: 5 % of 30 slots are 1.5. */
  readonly allowed: number;
  readonly used: number;
  /** Percent of the budget that is left; 0 when more is used than allowed. A target of 100 allows nothing. */
  readonly leftPercent: number;
}

export const NO_SLOTS: SlaCounts = {
  succeeded: 0,
  failed: 0,
  missed: 0,
  excluded: { manual: 0, maintenance: 0, suspended: 0, unknown: 0 },
};

/** How many slots the rate is over. */
export function countedSlots({ succeeded, failed, missed }: SlaCounts): number {
  return succeeded + failed + missed;
}

/** Percent of the counted slots that had a successful run; 100 while nothing counts. */
export function slaRate(counts: SlaCounts): number {
  const counted = countedSlots(counts);
  // Multiplied first: so 57 of 100 is the number that a target of 57 is, and not a hair below.
  return counted === 0 ? 100 : (counts.succeeded * 100) / counted;
}

/** The counts against a target in percent. Where nothing counts, every target is kept. */
export function toSlaStanding(counts: SlaCounts, targetPercent: number): SlaStanding {
  const rate = slaRate(counts);
  const allowed = (countedSlots(counts) * (100 - targetPercent)) / 100;
  const used = counts.failed + counts.missed;
  return {
    rate,
    compliant: rate >= targetPercent,
    errorBudget: { allowed, used, leftPercent: leftPercent(allowed, used) },
  };
}

function leftPercent(allowed: number, used: number): number {
  if (used === 0) return 100;
  return allowed <= used ? 0 : ((allowed - used) / allowed) * 100;
}
