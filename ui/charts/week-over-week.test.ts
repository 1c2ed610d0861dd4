import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weekOverWeek } from './week-over-week.ts';

const week = (runs: number, failed: number) => [
  { runs, failed },
  ...Array.from({ length: 6 }, () => ({ runs: 0, failed: 0 })),
];

test('the change is told in points, each run counting the same', () => {
  assert.deepEqual(weekOverWeek([...week(10, 5), ...week(10, 0), ...week(20, 5)]), {
    rate: 75,
    before: 100,
    change: -25,
  });
});
test('a week without a run is no comparison', () => {
  assert.equal(weekOverWeek([...week(10, 0), ...week(0, 0)]), null);
  assert.equal(weekOverWeek([...week(0, 0), ...week(10, 0)]), null);
});
test('less than two weeks are no comparison', () => assert.equal(weekOverWeek(week(10, 0)), null));
