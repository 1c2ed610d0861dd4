import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coarseDurationText, durationText, secondsText, spacedDuration } from './duration.ts';

const EXACT = [
  { name: 'nothing is zero seconds', seconds: 0, text: '0 s' },
  { name: 'a clock that stepped back is no negative duration', seconds: -3, text: '0 s' },
  { name: 'below a second in milliseconds', seconds: 0.25, text: '250 ms' },
  { name: 'a few seconds keep a decimal', seconds: 3.44, text: '3.4 s' },
  { name: 'a round decimal is dropped', seconds: 4, text: '4 s' },
  { name: 'rounding never shows 10.0', seconds: 9.97, text: '10 s' },
  { name: 'minutes with seconds', seconds: 65, text: '1 m 5 s' },
  { name: 'a zero part is dropped', seconds: 3_600, text: '1 h' },
  { name: 'two units at most', seconds: 90_061, text: '1 d 1 h' },
] as const;
for (const { name, seconds, text } of EXACT) {
  test(`duration: ${name}`, () => assert.equal(durationText(seconds), text));
}

const COARSE = [
  { name: 'seconds', seconds: 59.9, text: '59 s' },
  { name: 'minutes from one minute on', seconds: 60, text: '1 m' },
  { name: 'minutes until two hours, so that 90 minutes do not become 1 h', seconds: 5_400, text: '90 m' },
  { name: 'hours until two days', seconds: 100_000, text: '27 h' },
  { name: 'days', seconds: 172_800, text: '2 d' },
] as const;
for (const { name, seconds, text } of COARSE) {
  test(`coarse duration: ${name}`, () => assert.equal(coarseDurationText(seconds), text));
}

test('a statistic of no run is a dash', () => {
  assert.equal(secondsText(0), '—');
  assert.equal(secondsText(65), '1 m 5 s');
});

test('a duration of the API keeps its parts', () => {
  assert.equal(spacedDuration('1h4m5s'), '1 h 4 m 5 s');
  assert.equal(spacedDuration('850ms'), '850 ms');
  assert.equal(spacedDuration('0s'), '0 s');
});
