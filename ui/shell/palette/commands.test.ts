import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCronJobSummary } from '../../pages/overview/testing.ts';
import { allCommands, selectCommands } from './commands.ts';

const COMMANDS = allCommands([
  aCronJobSummary({ namespace: 'billing', name: 'export' }),
  aCronJobSummary({ namespace: 'data', name: 'db-backup' }),
  aCronJobSummary({ namespace: 'data', name: 'backup', status: 'critical' }),
]);
const labels = (query: string) => selectCommands(COMMANDS, query).map(({ label }) => label);

test('without a query come the pages, the worst CronJobs first, and the themes', () => {
  assert.deepEqual(labels(''), [
    'Overview',
    'Alerts',
    'Monitors',
    'SLA',
    'Channels',
    'Reports',
    'Settings',
    'data/backup',
    'billing/export',
    'data/db-backup',
    'Theme: system',
    'Theme: light',
    'Theme: dark',
  ]);
});
test('every word must be there, in any order and case', () => {
  assert.deepEqual(labels('BACKUP data'), ['data/backup', 'data/db-backup']);
  assert.deepEqual(labels('backup billing'), []);
});
test('the beginning of a name comes before its middle', () => {
  assert.deepEqual(labels('db'), ['data/db-backup']);
  assert.deepEqual(labels('ex'), ['billing/export']);
  assert.deepEqual(labels('b').slice(0, 3), ['data/backup', 'billing/export', 'data/db-backup']);
});
test('of thousands only so many are shown', () => {
  const many = allCommands(
    Array.from({ length: 500 }, (_, index) => aCronJobSummary({ name: `job-${index}` })),
  );
  assert.equal(selectCommands(many, 'job').length, 50);
});
