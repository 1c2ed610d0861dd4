import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCronJobSearch } from './cron-job-search.ts';

test('a choice is read from the address', () => {
  const search = {
    range: '14',
    success: '90',
    heat: '60',
    status: 'failed',
    to: '2026-11-21T10:00:00Z',
    run: 'abc',
  };
  assert.deepEqual(toCronJobSearch(search), search);
});
test('what is not understood is left out', () => {
  assert.deepEqual(
    toCronJobSearch({ range: '7', success: '60', heat: '14', status: 'odd', to: 'tomorrow', run: '' }),
    {
      range: undefined,
      success: undefined,
      heat: undefined,
      status: undefined,
      to: undefined,
      run: undefined,
    },
  );
});
test('the usual ranges are left out of the address', () => {
  const { range, success, heat } = toCronJobSearch({ range: '30', success: '30', heat: '90' });
  assert.deepEqual([range, success, heat], [undefined, undefined, undefined]);
});
