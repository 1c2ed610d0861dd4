import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OverviewSearch } from './overview-search.ts';
import { filterRows, namespacesOf, sortRows, summarise, toRows } from './select-rows.ts';
import { aCronJobSummary } from './testing.ts';

const ROWS = toRows([
  aCronJobSummary({ namespace: 'a', name: 'fine', p50Duration: 3 }),
  aCronJobSummary({ namespace: 'a', name: 'Late', status: 'warning', successRate: 90, p50Duration: 5 }),
  aCronJobSummary({ namespace: 'b', name: 'broken', status: 'critical', successRate: 40, p50Duration: 0 }),
  aCronJobSummary({ namespace: 'b', name: 'idle', suspended: true, nextRun: null, totalExecutions: 0 }),
]);

const SELECTIONS: readonly { name: string; search: OverviewSearch; names: readonly string[] }[] = [
  { name: 'without a choice the worst come first', search: {}, names: ['broken', 'Late', 'fine', 'idle'] },
  { name: 'the search ignores case', search: { q: 'late' }, names: ['Late'] },
  {
    name: 'the search finds namespaces, also with the name behind',
    search: { q: 'B/br' },
    names: ['broken'],
  },
  { name: 'a status leaves its rows alone', search: { status: 'suspended' }, names: ['idle'] },
  { name: 'a namespace leaves its rows alone', search: { ns: 'a' }, names: ['Late', 'fine'] },
  {
    name: 'rows without a duration come last',
    search: { sort: 'p50' },
    names: ['fine', 'Late', 'idle', 'broken'],
  },
  { name: 'and last in reverse too', search: { sort: '-p50' }, names: ['idle', 'Late', 'fine', 'broken'] },
  {
    name: 'no runs are no success rate of 100 %',
    search: { sort: '-rate' },
    names: ['fine', 'Late', 'broken', 'idle'],
  },
];
for (const { name, search, names } of SELECTIONS) {
  test(name, () =>
    assert.deepEqual(
      filterRows(sortRows(ROWS, search.sort), search).map((row) => row.name),
      names,
    ),
  );
}

test('the overall success rate weighs every run the same', () => {
  const rows = toRows([
    aCronJobSummary({ successRate: 50, totalExecutions: 90 }),
    aCronJobSummary({ successRate: 100, totalExecutions: 10 }),
  ]);
  assert.equal(summarise(rows).successRate, 55);
});
test('without any finished run there is no success rate', () => {
  assert.equal(summarise(toRows([aCronJobSummary({ totalExecutions: 0 })])).successRate, null);
});
test('every CronJob is counted in exactly one status', () => {
  const { byHealth, total } = summarise(ROWS);
  assert.deepEqual(byHealth, { critical: 1, warning: 1, running: 0, healthy: 1, suspended: 1 });
  assert.equal(total, 4);
});
test('namespaces are listed once, in order', () => assert.deepEqual(namespacesOf(ROWS), ['a', 'b']));
