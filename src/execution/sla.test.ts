import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countedSlots, NO_SLOTS, type SlaCounts, slaRate, toSlaStanding } from './sla.ts';

const CASES: readonly {
  readonly name: string;
  readonly counts: Partial<SlaCounts>;
  readonly target: number;
  readonly rate: number;
  readonly compliant: boolean;
  readonly budget: readonly [allowed: number, used: number, leftPercent: number];
}[] = [
  {
    name: 'a window in which nothing counts is compliant',
    counts: { excluded: { manual: 3, maintenance: 2, suspended: 9, unknown: 1 } },
    target: 100,
    rate: 100,
    compliant: true,
    budget: [0, 0, 100],
  },
  {
    name: 'a missed slot counts as much as a failed one',
    counts: { succeeded: 8, failed: 1, missed: 1 },
    target: 75,
    rate: 80,
    compliant: true,
    budget: [2.5, 2, 20],
  },
  {
    name: 'a rate at the target keeps it, with nothing left',
    counts: { succeeded: 19, failed: 1 },
    target: 95,
    rate: 95,
    compliant: true,
    budget: [1, 1, 0],
  },
  {
    name: 'a rate at the target is not lost to the rounding of fractions',
    counts: { succeeded: 57, failed: 43 },
    target: 57,
    rate: 57,
    compliant: true,
    budget: [43, 43, 0],
  },
  {
    name: 'a rate below the target breaks it, and has used more than the budget',
    counts: { succeeded: 17, missed: 3 },
    target: 95,
    rate: 85,
    compliant: false,
    budget: [1, 3, 0],
  },
  {
    name: 'a target of 100 has no budget, all of which is left while nothing fails',
    counts: { succeeded: 40 },
    target: 100,
    rate: 100,
    compliant: true,
    budget: [0, 0, 100],
  },
  {
    name: 'one failure breaks a target of 100',
    counts: { succeeded: 3, failed: 1 },
    target: 100,
    rate: 75,
    compliant: false,
    budget: [0, 1, 0],
  },
];

describe('the standing of an SLA', () => {
  for (const { name, counts, target, rate, compliant, budget } of CASES) {
    test(name, () => {
      const [allowed, used, leftPercent] = budget;
      assert.deepEqual(toSlaStanding({ ...NO_SLOTS, ...counts }, target), {
        rate,
        compliant,
        errorBudget: { allowed, used, leftPercent },
      });
    });
  }

  test('excluded slots are no part of the rate', () => {
    const counts = {
      ...NO_SLOTS,
      succeeded: 1,
      missed: 1,
      excluded: { manual: 5, maintenance: 5, suspended: 5, unknown: 5 },
    };
    assert.equal(countedSlots(counts), 2);
    assert.equal(slaRate(counts), 50);
  });
});
