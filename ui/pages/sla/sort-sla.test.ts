import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortSla } from './sort-sla.ts';
import { aSlaItem } from './testing.ts';

test('the worst miss stands first, then the smallest budget, and what has no slots last', () => {
  const budget = (leftPercent: number) => ({ allowed: 5, used: 1, leftPercent });
  const items = [
    aSlaItem({ cronjobName: 'empty', evaluatedRuns: 0 }),
    aSlaItem({ cronjobName: 'fine' }),
    aSlaItem({ cronjobName: 'tight', errorBudget: budget(10) }),
    aSlaItem({ cronjobName: 'missed', compliant: false, successRate: 94 }),
    aSlaItem({ cronjobName: 'missed-by-far', compliant: false, successRate: 95, slaTarget: 99.9 }),
  ];
  assert.deepEqual(
    sortSla(items).map(({ cronjobName }) => cronjobName),
    ['missed-by-far', 'missed', 'tight', 'fine', 'empty'],
  );
});
