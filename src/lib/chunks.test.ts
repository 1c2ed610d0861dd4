import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chunks } from './chunks.ts';

const CASES: readonly {
  readonly name: string;
  readonly items: readonly number[];
  readonly expect: readonly (readonly number[])[];
}[] = [
  { name: 'the last is shorter', items: [1, 2, 3], expect: [[1, 2], [3]] },
  {
    name: 'none is empty where the last is full',
    items: [1, 2, 3, 4],
    expect: [
      [1, 2],
      [3, 4],
    ],
  },
  { name: 'there is none of nothing', items: [], expect: [] },
];

describe('of chunks', () => {
  for (const { name, items, expect } of CASES) {
    it(name, () => assert.deepEqual([...chunks(items, 2)], expect));
  }
});
