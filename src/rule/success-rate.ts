import { type Judgement, quiet } from './finding.ts';

export interface SuccessRateSpec {
  /** Percent. */
  readonly minSuccessRate: number;
  readonly windowDays: number;
}

/** Slots that count for the SLA in the window that ends now. */
export interface SlotCounts {
  readonly counted: number;
  /** Those of them that a successful run counts for. */
  readonly succeeded: number;
}

export interface SuccessRateFacts {
  readonly cronJobName: string;
  readonly counts: SlotCounts;
}

const reason = 'SuccessRate';

/**
 * Too few of the slots in the window have a successful run. A window in which nothing counts keeps the
 * SLA. The alert ends when the rate is back at the target.
 */
export function evaluateSuccessRate(
  { minSuccessRate, windowDays }: SuccessRateSpec,
  { cronJobName, counts: { counted, succeeded } }: SuccessRateFacts,
): Judgement {
  const window = windowDays === 1 ? 'in the last day' : `in the last ${windowDays} days`;
  if (counted === 0) return quiet(reason, 'ok', `Nothing counts ${window}.`);
  const rate = (succeeded / counted) * 100;
  const share = `${succeeded} of ${counted} slots ${window} have a successful run`;
  if (rate >= minSuccessRate) return quiet(reason, 'ok', `${share}: ${percent(rate)}.`);
  return {
    finding: {
      state: 'firing',
      reason,
      cause: null,
      title: `${cronJobName} succeeds in only ${percent(rate)} of its slots`,
      message: `${share}: ${percent(rate)}, below the target of ${percent(minSuccessRate)}.`,
      run: null,
    },
    nextCheckAt: null,
  };
}

/** Cut off after the second digit, so that a rate below its target never reads as if it were at it. */
function percent(rate: number): string {
  return `${Math.floor(rate * 100 + 1e-9) / 100}%`;
}
