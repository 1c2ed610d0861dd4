import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weekOverWeekText } from './week-over-week-text.ts';

test('a change is told in points, not in percent', () => {
  assert.equal(
    weekOverWeekText({ rate: 90, before: 97.5, change: -7.5 }),
    '90.0 % in 7 days, 7.5 points less than in the 7 before',
  );
});
test('a change too small to show is none', () => {
  assert.equal(
    weekOverWeekText({ rate: 100, before: 99.96, change: 0.04 }),
    '100 % in 7 days, as in the 7 before',
  );
});
test('without two weeks there is no trend', () => assert.match(weekOverWeekText(null), /^No comparison/));
