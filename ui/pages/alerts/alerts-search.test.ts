import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAlertsSearch } from './alerts-search.ts';

test('a choice is read from the address', () => {
  const search = { type: 'failure', severity: 'info', state: 'active', range: '7d', job: 'a/b' };
  assert.deepEqual(toAlertsSearch(search), search);
});
test('what is not understood is left out', () => {
  assert.deepEqual(toAlertsSearch({ type: 'x', severity: 1, state: '', range: '1y', job: 'no-namespace' }), {
    type: undefined,
    severity: undefined,
    state: undefined,
    range: undefined,
    job: undefined,
  });
});
