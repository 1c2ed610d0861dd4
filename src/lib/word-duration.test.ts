import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE, SECOND } from './duration.ts';
import { wordDuration } from './word-duration.ts';

const CASES: readonly { readonly name: string; readonly ms: number; readonly words: string }[] = [
  { name: 'one unit stands alone', ms: HOUR, words: '1h' },
  { name: 'two units are enough', ms: HOUR + 30 * MINUTE + 5 * SECOND, words: '1h 30m' },
  { name: 'the second unit is the next one, or none', ms: DAY + 5 * MINUTE, words: '1d' },
  { name: 'days are the longest', ms: 400 * DAY, words: '400d' },
  { name: 'parts are cut off, not rounded', ms: 59_999, words: '59s' },
  { name: 'below a second it is milliseconds', ms: 850.7, words: '850ms' },
  { name: 'clocks that disagree make nothing', ms: -5, words: '0s' },
];
for (const { name, ms, words } of CASES) test(name, () => assert.equal(wordDuration(ms), words));
