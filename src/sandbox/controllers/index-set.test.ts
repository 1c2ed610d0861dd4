import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatIndexes, parseIndexes } from './index-set.ts';

const CASES = [
  { name: 'nothing is an empty text', indexes: [], text: '' },
  { name: 'one stands alone', indexes: [4], text: '4' },
  { name: 'two neighbours are listed', indexes: [3, 4], text: '3,4' },
  { name: 'three neighbours are a range', indexes: [3, 4, 5], text: '3-5' },
  { name: 'the order in which they came does not matter', indexes: [9, 1, 7, 3, 8, 4, 5], text: '1,3-5,7-9' },
];

for (const { name, indexes, text } of CASES) {
  test(`indexes as text: ${name}`, () => {
    assert.equal(formatIndexes(new Set(indexes)), text);
    assert.deepEqual(parseIndexes(text, 10), new Set(indexes.sort((a, b) => a - b)));
  });
}

test('indexes beyond the completions and parts that cannot be read are left out', () => {
  assert.deepEqual(parseIndexes('1,x,3-9,12', 6), new Set([1, 3, 4, 5]));
});
