import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { civilDate, epochDay } from './civil-date.ts';

test('days and dates are those of the Gregorian calendar, in both directions', () => {
  fc.assert(
    fc.property(fc.integer({ min: -200_000, max: 200_000 }), (day) => {
      const date = new Date(day * 86_400_000);
      const expected = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
      assert.deepEqual(civilDate(day), expected);
      assert.equal(epochDay(expected.year, expected.month, expected.day), day);
    }),
  );
});

test('a month of 13 is the next January, and a day past the end of its month the next month', () => {
  assert.equal(epochDay(2026, 13, 1), epochDay(2027, 1, 1));
  assert.equal(epochDay(2026, 2, 31), epochDay(2026, 3, 3));
});
