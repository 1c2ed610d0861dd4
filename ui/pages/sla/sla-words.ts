import type { SlaItem } from '../../../src/api/contract/sla.ts';
import { counted, percentText } from '../../util/number.ts';

/** How the rate moved, with the window that it is compared with: `1.4 points less than in the 7 days before`. */
export function trendText(
  item: Pick<SlaItem, 'successRate' | 'previousSuccessRate' | 'trend' | 'windowDays'>,
): string {
  const { previousSuccessRate: previous, trend } = item;
  const before = `the ${counted(item.windowDays, 'day')} before`;
  if (previous === null || trend === null) return 'nothing to compare with';
  const points = Math.abs(item.successRate - previous).toFixed(1);
  if (trend === 'steady') return `as in ${before}`;
  return `${points} points ${trend === 'up' ? 'more' : 'less'} than in ${before}`;
}

/** The part of the budget that is left: `62 % left`, `used up`; `—` while nothing counts. */
export function budgetText({ errorBudget, evaluatedRuns }: SlaItem): string {
  if (evaluatedRuns === 0) return '—';
  if (errorBudget.leftPercent <= 0) return errorBudget.used > errorBudget.allowed ? 'overdrawn' : 'used up';
  return `${Math.max(1, Math.round(errorBudget.leftPercent))} % left`;
}

/** What the budget is made of: `3 of 5 failures used`. */
export function budgetTip({ errorBudget: { used, allowed } }: SlaItem): string {
  return `${used} of ${counted(Math.floor(allowed), 'failure')} used`;
}

/** What the rate was made from, and what was left out: `96 slots, 5 failed, 1 missed; left out: 2 by hand`. */
export function countsText(item: SlaItem): string {
  const { manual, maintenance, suspended, unknown } = item.exclusions;
  const left = [
    [manual, 'by hand'],
    [maintenance, 'in maintenance'],
    [suspended, 'suspended'],
    [unknown, 'unknown'],
  ] as const;
  const excluded = left.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const parts = [counted(item.evaluatedRuns, 'slot')];
  if (item.failedRuns > 0) parts.push(`${item.failedRuns} failed`);
  if (item.missedRuns > 0) parts.push(`${item.missedRuns} missed`);
  const counts = parts.join(', ');
  return excluded.length === 0 ? counts : `${counts}; left out: ${excluded.join(', ')}`;
}

/** The rate; a window in which nothing counts has none. */
export function rateText({ successRate, evaluatedRuns }: SlaItem): string {
  return evaluatedRuns === 0 ? 'no slots yet' : percentText(successRate);
}
