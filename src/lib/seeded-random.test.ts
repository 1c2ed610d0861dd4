import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from './seeded-random.ts';

test('the same seed gives the same sequence, another seed another one', () => {
  const take = (seed: string) => {
    const random = seededRandom(seed);
    return [random(), random(), random()];
  };
  assert.deepEqual(take('a'), take('a'));
  assert.notDeepEqual(take('a'), take('b'));
});

test('numbers fill [0, 1) evenly', () => {
  const random = seededRandom('spread');
  const buckets = Array.from({ length: 10 }, () => 0);
  for (let count = 0; count < 10_000; count++) buckets[Math.floor(random() * 10)]! += 1;
  assert.ok(
    buckets.every((size) => size > 850 && size < 1_150),
    buckets.join(' '),
  );
});
