import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationWords, instantWords, plain, percentWords } from './report-words.ts';

test('letters of every script stay as they are, and what controls a terminal goes', () => {
  assert.equal(plain('Zürich – Łódź, Ωμέγα, Жук…\n東京\t🚀'), 'Zürich – Łódź, Ωμέγα, Жук…\n東京 🚀');
  assert.equal(plain('\u001b[31mred\u0000\u202eover\u200b'), '[31mredover');
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
