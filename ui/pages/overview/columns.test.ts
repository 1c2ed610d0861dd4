import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsFor } from './columns.ts';

const keys = (width: number) => columnsFor(width).map((column) => column.key);

test('the table beside the alerts on a screen of 1440 px has every column', () =>
  assert.equal(keys(914).length, 9));
test('P50 is the first column to go', () => {
  const narrower = keys(900);
  assert.equal(narrower.length, 8);
  assert.ok(!narrower.includes('p50'));
});
test('health, name, next run and the spark stay the longest', () => {
  assert.deepEqual(keys(500), ['health', 'name', 'recent', 'next']);
});
test('however narrow, health and name are there', () => assert.deepEqual(keys(100), ['health', 'name']));
