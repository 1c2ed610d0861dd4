import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, formatDuration, HOUR, MINUTE, parseDuration, SECOND } from './duration.ts';

const PARSED: readonly { text: string; ms: number | null }[] = [
  { text: '8d', ms: 8 * DAY },
  { text: '1h30m', ms: 90 * MINUTE },
  { text: '2w', ms: 14 * DAY },
  { text: '1.5h', ms: 90 * MINUTE },
  { text: '250ms', ms: 250 },
  { text: '0', ms: 0 },
  { text: '0s', ms: 0 },
  { text: '10', ms: null },
  { text: '', ms: null },
  { text: '-5m', ms: null },
  { text: '5 m', ms: null },
  { text: '5m x', ms: null },
  { text: '200000w', ms: null },
];
for (const { text, ms } of PARSED) {
  test(`parseDuration reads ${JSON.stringify(text)} as ${ms}`, () => {
    assert.equal(parseDuration(text), ms);
  });
}

const FORMATTED: readonly { ms: number; text: string }[] = [
  { ms: 4 * MINUTE + 5 * SECOND, text: '4m5s' },
  { ms: 72 * HOUR + 30 * MINUTE, text: '72h30m0s' },
  { ms: 0, text: '0s' },
  { ms: 850, text: '850ms' },
  { ms: 999.6, text: '1s' },
  { ms: -20, text: '0s' },
];
for (const { ms, text } of FORMATTED) {
  test(`formatDuration writes ${ms} ms as ${text}`, () => {
    assert.equal(formatDuration(ms), text);
  });
}
