import type { SlaItem } from '../../../src/api/contract/sla.ts';

/** Those that miss their target by most first, then those with the least budget left; equals stay in their order. */
export function sortSla(items: readonly SlaItem[]): readonly SlaItem[] {
  return items.toSorted(
    (a, b) =>
      Number(a.compliant) - Number(b.compliant) ||
      (a.compliant ? left(a) - left(b) : a.successRate - a.slaTarget - (b.successRate - b.slaTarget)),
  );
}

/** Where nothing counts nothing can be used up: last. */
function left({ evaluatedRuns, errorBudget }: SlaItem): number {
  return evaluatedRuns === 0 ? 101 : errorBudget.leftPercent;
}
