import assert from 'node:assert/strict';
import { test } from 'node:test';
import { niceScale } from './nice-scale.ts';

const CASES = [
  { most: 1, step: 0.2, top: 1 },
  { most: 47, step: 10, top: 50 },
  { most: 50, step: 10, top: 50 },
  { most: 61, step: 20, top: 80 },
  { most: 7_300, step: 2_000, top: 8_000 },
  { most: 0.03, step: 0.01, top: 0.03 },
];
for (const { most, step, top } of CASES) {
  test(`a scale up to ${most} goes to ${top} in steps of ${step}`, () => {
    const scale = niceScale(most, 4);
    assert.ok(Math.abs(scale.step - step) < 1e-9 && Math.abs(scale.top - top) < 1e-9, JSON.stringify(scale));
  });
}
