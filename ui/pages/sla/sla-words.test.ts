import assert from 'node:assert/strict';
import { test } from 'node:test';
import { budgetText, budgetTip, countsText, rateText, trendText } from './sla-words.ts';
import { aSlaItem } from './testing.ts';

test('a trend tells how much, which way, and against what', () => {
  const trend = (trend: 'up' | 'down' | 'steady' | null, previousSuccessRate: number | null) =>
    trendText(aSlaItem({ successRate: 95, trend, previousSuccessRate }));
  assert.equal(trend('up', 93.6), '1.4 points more than in the 7 days before');
  assert.equal(trend('down', 99), '4.0 points less than in the 7 days before');
  assert.equal(trend('steady', 95), 'as in the 7 days before');
  assert.equal(trend(null, null), 'nothing to compare with');
});

test('a budget is left, used up or overdrawn, and a single percent is still left', () => {
  const budget = (allowed: number, used: number, leftPercent: number) =>
    budgetText(aSlaItem({ errorBudget: { allowed, used, leftPercent } }));
  assert.equal(budget(5, 2, 60), '60 % left');
  assert.equal(budget(100, 99.7, 0.3), '1 % left');
  assert.equal(budget(5, 5, 0), 'used up');
  assert.equal(budget(5, 6, 0), 'overdrawn');
  assert.equal(budgetText(aSlaItem({ evaluatedRuns: 0 })), '—');
  assert.equal(
    budgetTip(aSlaItem({ errorBudget: { allowed: 4.8, used: 2, leftPercent: 58 } })),
    '2 of 4 failures used',
  );
});

test('the counts say what failed and what was left out', () => {
  assert.equal(countsText(aSlaItem({})), '100 slots');
  const exclusions = { manual: 2, maintenance: 0, suspended: 7, unknown: 0 };
  assert.equal(
    countsText(aSlaItem({ failedRuns: 3, missedRuns: 1, exclusions })),
    '100 slots, 3 failed, 1 missed; left out: 2 by hand, 7 suspended',
  );
});

test('a window in which nothing counts has no rate', () => {
  assert.equal(rateText(aSlaItem({ evaluatedRuns: 0 })), 'no slots yet');
  assert.equal(rateText(aSlaItem({ successRate: 99.96 })), '99.9 %');
});
