import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterWords } from './filter-words.ts';

test('what was chosen is told in words, and what is no filter is not', () => {
  const search = {
    q: 'report',
    ns: undefined,
    sort: '',
    status: 'critical',
    view: 'timeline',
    run: 'uid',
    success: '90',
  };
  assert.deepEqual(filterWords(search), ['Search: report', 'Status: critical', 'Success: 90']);
});
