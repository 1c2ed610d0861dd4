import assert from 'node:assert/strict';
import { test } from 'node:test';
import { donut } from './donut.ts';

test('parts of zero are left out', () => {
  const keys = donut(
    [
      { key: 'a', count: 1 },
      { key: 'b', count: 0 },
      { key: 'c', count: 3 },
    ],
    10,
  ).map(({ key }) => key);
  assert.deepEqual(keys, ['a', 'c']);
});
test('the first part begins at the top and goes clockwise', () => {
  const [first] = donut(
    [
      { key: 'a', count: 1 },
      { key: 'b', count: 3 },
    ],
    10,
  );
  const [x, y] = /^M(-?[\d.]+),(-?[\d.]+)/.exec(first!.path)!.slice(1).map(Number);
  assert.ok(Math.abs(x!) < 1 && y! < -9.9, first!.path);
});
test('a single part is the whole ring', () => {
  const [only, ...rest] = donut([{ key: 'a', count: 5 }], 10);
  assert.equal(rest.length, 0);
  assert.equal(only!.path.match(/M/g)!.length, 2);
});
test('of nothing there is no part', () => assert.deepEqual(donut([{ key: 'a', count: 0 }], 10), []));
