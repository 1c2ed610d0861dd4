import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offeredNames } from './offered-names.ts';

const NAMES = ['billing/Export', 'billing/import', 'data/export'];

test('names that contain what was typed are offered, in any case', () => {
  assert.deepEqual(offeredNames(NAMES, 'EXP'), ['billing/Export', 'data/export']);
});
test('before anything was typed all are offered', () => assert.deepEqual(offeredNames(NAMES, ''), NAMES));
test('of thousands the first are offered', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `shop/job-${index}`);
  assert.deepEqual(offeredNames(many, ''), many.slice(0, 50));
});
