import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutLog } from './cut-log.ts';

const CASES: readonly {
  readonly name: string;
  readonly text: string;
  readonly max: number;
  readonly cut: string;
}[] = [
  { name: 'a log within the cap is kept whole', text: 'a\nb\n', max: 4, cut: 'a\nb\n' },
  {
    name: 'the end stays, from the first whole line',
    text: 'first\nsecond\nthird\n',
    max: 12,
    cut: 'third\n',
  },
  { name: 'a line that fits exactly stays', text: 'first\nsecond\n', max: 7, cut: 'second\n' },
  { name: 'one long line keeps its end', text: 'x'.repeat(10), max: 4, cut: 'xxxx' },
  { name: 'a character is never cut in two', text: 'ééé', max: 3, cut: 'é' },
];

describe('cutLog', () => {
  for (const { name, text, max, cut } of CASES) {
    it(name, () => assert.deepEqual(cutLog(text, max), { text: cut, truncated: cut !== text }));
  }
});
