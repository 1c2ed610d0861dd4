import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchGlob } from './match-glob.ts';

const CASES: readonly { readonly pattern: string; readonly text: string; readonly fits: boolean }[] = [
  { pattern: 'backup', text: 'backup', fits: true },
  { pattern: 'backup', text: 'backup-2', fits: false },
  { pattern: '*', text: '', fits: true },
  { pattern: '*', text: 'anything', fits: true },
  { pattern: 'db-*', text: 'db-', fits: true },
  { pattern: 'db-*', text: 'my-db-1', fits: false },
  { pattern: '*-backup', text: 'db-backup', fits: true },
  { pattern: '*-backup', text: 'db-backup-2', fits: false },
  { pattern: '*db*', text: 'my-db-1', fits: true },
  { pattern: 'a*b*c', text: 'a-c-b-c', fits: true },
  { pattern: 'a*b*c', text: 'a-c', fits: false },
  { pattern: 'ab*ba', text: 'aba', fits: false },
  { pattern: 'a**b', text: 'ab', fits: true },
  { pattern: 'a.c', text: 'abc', fits: false },
  { pattern: 'a*aa*a', text: 'aaaa', fits: true },
  { pattern: 'a*aa*a', text: 'aaa', fits: false },
];
for (const { pattern, text, fits } of CASES) {
  test(`${JSON.stringify(pattern)} ${fits ? 'fits' : 'does not fit'} ${JSON.stringify(text)}`, () => {
    assert.equal(matchGlob(pattern, text), fits);
  });
}
