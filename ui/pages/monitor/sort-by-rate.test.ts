import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCronJobSummary } from '../overview/testing.ts';
import { sortByRate } from './sort-by-rate.ts';

test('the lowest success rate comes first, and no runs are no rate of 100 %', () => {
  const sorted = sortByRate([
    aCronJobSummary({ name: 'never', totalExecutions: 0 }),
    aCronJobSummary({ name: 'fine', successRate: 100 }),
    aCronJobSummary({ name: 'broken', successRate: 12.5 }),
    aCronJobSummary({ name: 'never-too', totalExecutions: 0 }),
    aCronJobSummary({ name: 'shaky', successRate: 90 }),
  ]);
  assert.deepEqual(
    sorted.map(({ name }) => name),
    ['broken', 'shaky', 'fine', 'never', 'never-too'],
  );
});
