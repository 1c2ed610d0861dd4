import assert from 'node:assert/strict';
import { test } from 'node:test';
import { equalJson } from './equal-json.ts';

const CASES: readonly {
  readonly name: string;
  readonly a: unknown;
  readonly b: unknown;
  readonly equal: boolean;
}[] = [
  { name: 'the order of keys does not matter', a: { x: 1, y: [2] }, b: { y: [2], x: 1 }, equal: true },
  { name: 'an undefined field counts as absent', a: { x: 1, y: undefined }, b: { x: 1 }, equal: true },
  { name: 'an extra field makes a difference', a: { x: 1 }, b: { x: 1, y: 2 }, equal: false },
  { name: 'null is not absence', a: { x: null }, b: {}, equal: false },
  { name: 'the order of a list matters', a: [1, 2], b: [2, 1], equal: false },
  { name: 'a longer list differs', a: [1], b: [1, 2], equal: false },
  { name: 'an empty list is no empty object', a: [], b: {}, equal: false },
  { name: 'a number is not its text', a: 1, b: '1', equal: false },
  { name: 'differences deep inside count', a: { x: [{ y: 1 }] }, b: { x: [{ y: 2 }] }, equal: false },
];

for (const { name, a, b, equal } of CASES) {
  test(name, () => {
    assert.equal(equalJson(a, b), equal);
    assert.equal(equalJson(b, a), equal);
  });
}
