import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toggledSort, toOverviewSearch } from './overview-search.ts';

test('an address that is not understood shows the overview without a choice', () => {
  assert.deepEqual(
    toOverviewSearch({ status: 'sad', sort: 'mood', q: '', ns: 4, view: 'map', range: '1y' }),
    {
      q: undefined,
      ns: undefined,
      status: undefined,
      sort: undefined,
      view: undefined,
      range: undefined,
    },
  );
});
test("a reader's choice is read from the address", () => {
  const search = { q: 'db', ns: 'prod', status: 'critical', sort: '-rate', view: 'timeline', range: '7d' };
  assert.deepEqual(toOverviewSearch(search), search);
});
test('a default is left out of the address', () => {
  assert.equal(toOverviewSearch({ range: '24h' }).range, undefined);
});
test('the first click sorts by the column, the second in reverse, the third again', () => {
  assert.equal(toggledSort(undefined, 'name'), 'name');
  assert.equal(toggledSort('name', 'name'), '-name');
  assert.equal(toggledSort('-name', 'name'), 'name');
});
test('back to worst first leaves nothing in the address', () => {
  assert.equal(toggledSort('-health', 'health'), undefined);
  assert.equal(toggledSort(undefined, 'health'), '-health');
});
