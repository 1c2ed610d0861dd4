import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayText, monthText, weekdayText } from './day.ts';

test('a UTC day stays that day, wherever the reader is', () => {
  assert.equal(dayText('2026-11-01'), '1 Nov');
  assert.equal(weekdayText('2026-11-01'), 'Sun 1 Nov');
  assert.equal(monthText('2026-11-01'), 'Nov');
});
