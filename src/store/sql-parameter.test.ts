import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sqlParameter } from './sql-parameter.ts';

const KEPT: readonly { readonly name: string; readonly value: unknown; readonly stored?: unknown }[] = [
  { name: 'text as it is', value: 'Grüße 🎉 \u{10FFFF}' },
  { name: 'text without NUL', value: '\0a\0', stored: '␀a␀' },
  { name: 'text without half a surrogate pair', value: 'a\uDC00', stored: 'a\uFFFD' },
  { name: 'an integer', value: 9_007_199_254_740_991 },
  { name: 'a fraction', value: -0.5 },
  { name: 'a bigint', value: 1n },
  { name: 'null', value: null },
];
for (const { name, value, stored = value } of KEPT) {
  test(`a parameter keeps ${name}`, () => assert.equal(sqlParameter(value), stored));
}

const REFUSED = {
  undefined: undefined,
  'a boolean': true,
  NaN: Number.NaN,
  infinity: -Infinity,
  'a Date': new Date(0),
  'an object': {},
  'an array': [],
  'a function': () => 0,
  'a symbol': Symbol('x'),
  bytes: new Uint8Array(1),
};
for (const [name, value] of Object.entries(REFUSED)) {
  test(`${name} is refused as a parameter`, () => assert.throws(() => sqlParameter(value), TypeError));
}
