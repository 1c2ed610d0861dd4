import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeSeverityOverrides } from './severity.ts';

test('of several monitors the more serious severity holds, in any order', () => {
  const all = [{ jobFailed: 'info' }, { jobFailed: 'warning', slaBreached: 'info' }, {}] as const;
  const expected = { jobFailed: 'warning', slaBreached: 'info' };
  assert.deepEqual(mergeSeverityOverrides(all), expected);
  assert.deepEqual(mergeSeverityOverrides(all.toReversed()), expected);
});
