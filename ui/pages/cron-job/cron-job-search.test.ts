import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCronJobSearch } from './cron-job-search.ts';

test('a choice is read from the address', () => {
  const search = { status: 'failed', to: '2026-11-21T10:00:00Z', run: 'abc' };
  assert.deepEqual(toCronJobSearch(search), search);
});
test('what is not understood is left out', () => {
  assert.deepEqual(toCronJobSearch({ status: 'odd', to: 'tomorrow', run: '' }), {
    status: undefined,
    to: undefined,
    run: undefined,
  });
});
