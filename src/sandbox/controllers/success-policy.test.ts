import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchSuccessPolicy, type SuccessPolicy } from './success-policy.ts';

type Rule = SuccessPolicy['rules'][number];

const CASES: readonly {
  name: string;
  rules: readonly Rule[];
  succeeded: readonly number[];
  met: number | null;
}[] = [
  { name: 'a count is met by any indexes', rules: [{ succeededCount: 2 }], succeeded: [1, 5], met: 0 },
  { name: 'a count is not met by fewer', rules: [{ succeededCount: 2 }], succeeded: [1], met: null },
  { name: 'a list is met by all of it', rules: [{ succeededIndexes: '1-2' }], succeeded: [1, 2, 7], met: 0 },
  {
    name: 'a list is not met by a part of it',
    rules: [{ succeededIndexes: '1-2' }],
    succeeded: [1, 7],
    met: null,
  },
  {
    name: 'a count within a list looks at the list alone',
    rules: [{ succeededIndexes: '1-4', succeededCount: 2 }],
    succeeded: [1, 7, 8],
    met: null,
  },
  {
    name: 'the first rule that is met is named',
    rules: [{ succeededIndexes: '0' }, { succeededCount: 1 }],
    succeeded: [3],
    met: 1,
  },
  {
    name: 'nothing is met before the first success',
    rules: [{ succeededCount: 0 }],
    succeeded: [],
    met: null,
  },
];

for (const { name, rules, succeeded, met } of CASES) {
  test(`success policy: ${name}`, () => {
    const message = met === null ? null : `Matched rules at index ${met}`;
    assert.equal(matchSuccessPolicy({ rules }, 10, new Set(succeeded)), message);
  });
}

test('success policy: without one there is nothing to meet', () => {
  assert.equal(matchSuccessPolicy(null, 10, new Set([1])), null);
});
