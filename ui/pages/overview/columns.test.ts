import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsFor } from './columns.ts';

const keys = (width: number) => columnsFor(width).map((column) => column.key);

test('a wide table has every column', () => assert.equal(keys(1_200).length, 9));
test('P50 is the first column to go', () => {
  const [narrower] = [1_100, 1_000, 990, 980, 960, 940].map(keys).filter((columns) => columns.length === 8);
  assert.ok(narrower);
  assert.ok(!narrower.includes('p50'));
});
test('health, name, next run and the spark stay the longest', () => {
  assert.deepEqual(keys(540), ['health', 'name', 'recent', 'next']);
});
test('however narrow, health and name are there', () => assert.deepEqual(keys(100), ['health', 'name']));
