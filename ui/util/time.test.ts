import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absoluteLines, clockText, nextRunText, relativeText } from './time.ts';

const NOW = Date.UTC(2026, 10, 21, 10, 42, 5);
const MINUTE = 60_000;

test('an instant in the past is told in its largest unit', () => {
  assert.equal(relativeText(NOW - 20 * MINUTE, NOW), '20 m ago');
});
test('an instant in the future says so', () => {
  assert.equal(relativeText(NOW + 26 * 60 * MINUTE, NOW), 'in 26 h');
});
test('less than a second away is now, whichever way the clocks disagree', () => {
  assert.equal(relativeText(NOW + 400, NOW), 'now');
  assert.equal(relativeText(NOW - 400, NOW), 'now');
});

test('a run that has just come due is not late yet', () => {
  assert.equal(nextRunText(NOW - 30_000, NOW), 'due now');
});
test('an overdue run is late by the time since its slot, never "in a few seconds"', () => {
  assert.equal(nextRunText(NOW - 4 * MINUTE, NOW), 'late by 4 m');
});

test('an absolute time names its zone and repeats itself in UTC', () => {
  assert.deepEqual(absoluteLines(NOW, 'Europe/Berlin'), [
    'Sat 21 Nov 2026, 11:42:05 Europe/Berlin',
    'Sat 21 Nov 2026, 10:42:05 UTC',
  ]);
});
test('without a zone there is UTC alone', () => {
  assert.deepEqual(absoluteLines(NOW, null), ['Sat 21 Nov 2026, 10:42:05 UTC']);
});
test('a zone that the browser does not know falls back to UTC', () => {
  assert.deepEqual(absoluteLines(NOW, 'Mars/Olympus'), ['Sat 21 Nov 2026, 10:42:05 UTC']);
});
test('midnight is 00, not 24', () => {
  assert.match(absoluteLines(Date.UTC(2026, 0, 1), null)[0]!, /00:00:00 UTC$/);
});

test('an instant to the minute names its day and UTC', () => {
  assert.equal(clockText(Date.UTC(2026, 10, 21, 9, 5, 59)), 'Sat 21 Nov, 09:05 UTC');
});
