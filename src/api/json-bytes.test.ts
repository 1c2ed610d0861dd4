import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from '../lib/turns.ts';
import { toJsonBytes } from './json-bytes.ts';

const item = (id: number) => ({ id, name: `nächtlich-${id}`, none: null, left: undefined });
const items = (count: number) => Array.from({ length: count }, (_, id) => item(id));

const CASES: readonly { readonly name: string; readonly value: Readonly<Record<string, unknown>> }[] = [
  { name: 'an object without fields', value: {} },
  { name: 'an empty list', value: { items: [], total: 0 } },
  { name: 'a short list', value: { items: items(3), total: 3 } },
  { name: 'a list that fills its pieces', value: { items: items(1_000), total: 1_000 } },
  { name: 'a list whose last piece has one item', value: { total: 1_001, items: items(1_001), last: true } },
  { name: 'a field that is not there', value: { left: undefined, right: null } },
  { name: 'lists within lists', value: { items: [items(2), []], of: { items: items(2) } } },
];

for (const { name, value } of CASES) {
  test(`${name} is written as JSON.stringify writes it`, async () => {
    assert.equal((await toJsonBytes(value, new Turns())).toString(), JSON.stringify(value));
  });
}
