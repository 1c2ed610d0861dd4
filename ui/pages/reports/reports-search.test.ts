import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportPath, toReportsSearch } from './reports-search.ts';

test('an address that is not understood is a report about everything', () => {
  assert.deepEqual(toReportsSearch({ cronjob: 'backup', monitor: 4, days: '8' }), {
    cronjob: undefined,
    monitor: undefined,
    days: undefined,
  });
});
test('the file is asked for with what was chosen, the CronJob before the monitor', () => {
  const path = (search: Parameters<typeof reportPath>[0], title = '') =>
    decodeURIComponent(reportPath(search, title)).split('?')[1];
  assert.equal(path({}), 'days=30');
  assert.equal(path({ monitor: 'shop/nightly', days: '90' }), 'days=90&monitor=shop/nightly');
  assert.equal(
    path({ cronjob: 'shop/backup', monitor: 'shop/nightly' }, ' Mine '),
    'days=30&cronjob=shop/backup&title=Mine',
  );
});
