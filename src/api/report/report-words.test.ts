import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationWords, instantWords, latin, percentWords } from './report-words.ts';

test('what the built-in fonts do not know becomes a question mark, known punctuation its like', () => {
  assert.equal(latin('Zürich – “nightly”… 東京 🚀'), 'Zürich - "nightly"... ?? ?');
});

test('durations have their two largest units', () => {
  assert.deepEqual([0, 0.0004, 0.85, 9.44, 59.6, 94, 3_900, 90_000].map(durationWords), [
    '-',
    '1 ms',
    '850 ms',
    '9.4 s',
    '1 m 0 s',
    '1 m 34 s',
    '1 h 5 m',
    '1 d 1 h',
  ]);
});

test('a percentage is 100 only when nothing failed, and 0 only when nothing succeeded', () => {
  assert.deepEqual([100, 99.97, 50, 0.01, 0].map(percentWords), [
    '100 %',
    '99.9 %',
    '50.0 %',
    '0.1 %',
    '0 %',
  ]);
});

test('an instant names its zone', () => {
  assert.equal(instantWords(Date.UTC(2026, 10, 21, 14, 5, 59)), '2026-11-21 14:05 UTC');
});
