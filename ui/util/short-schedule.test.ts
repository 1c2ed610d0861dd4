import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortSchedule } from './short-schedule.ts';

const CASES = [
  { expression: '* * * * *', words: 'every minute' },
  { expression: '*/5 * * * *', words: 'every 5 min' },
  { expression: '5 * * * *', words: 'hourly at :05' },
  { expression: '@hourly', words: 'hourly at :00' },
  { expression: '0 */6 * * *', words: 'every 6 h' },
  { expression: '30 */6 * * *', words: 'every 6 h at :30' },
  { expression: '0 2 * * *', words: 'daily 02:00' },
  { expression: '@daily', words: 'daily 00:00' },
  { expression: '30 7 * * 1-5', words: 'weekdays 07:30' },
  { expression: '0 4 * * 7', words: 'Sun 04:00' },
  { expression: '0 4 * * mon', words: 'Mon 04:00' },
  { expression: '0 3 22 * *', words: 'monthly 22nd 03:00' },
  { expression: '0 3 11 * *', words: 'monthly 11th 03:00' },
  { expression: '@every 90s', words: 'every 90s' },
  { expression: '*/7 * * * *', words: null },
  { expression: '0 0 13 * 5', words: null },
  { expression: '0 0 1 1 *', words: null },
  { expression: 'TZ=UTC 0 0 * * *', words: null },
  { expression: 'nonsense', words: null },
] as const;

for (const { expression, words } of CASES) {
  test(words === null ? `${expression} has no short and exact words` : `${expression} is ${words}`, () =>
    assert.equal(shortSchedule(expression), words),
  );
}
