import { countedSlots, type SlaCounts, slaRate } from '../execution/sla.ts';
import { type Judgement, quiet } from './finding.ts';

export interface SuccessRateSpec {
  /** Percent. */
  readonly minSuccessRate: number;
  readonly windowDays: number;
}

export interface SuccessRateFacts {
  readonly cronJobName: string;
  /** Of the window that ends now. */
  readonly counts: SlaCounts;
}

const reason = 'SuccessRate';

/**
 * Too few of the slots in the window have a successful run. A window in which nothing counts keeps the
 * SLA. The alert ends when the rate is back at the target.
 */
export function evaluateSuccessRate(
  { minSuccessRate, windowDays }: SuccessRateSpec,
  { cronJobName, counts }: SuccessRateFacts,
): Judgement {
  const window = windowDays === 1 ? 'in the last day' : `in the last ${windowDays} days`;
  const counted = countedSlots(counts);
  if (counted === 0) return quiet(reason, 'ok', `Nothing counts ${window}.`);
  const rate = slaRate(counts);
  const share = `${counts.succeeded} of ${counted} slots ${window} have a successful run`;
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
