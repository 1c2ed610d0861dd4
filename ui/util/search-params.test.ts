import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneOf, parseSearch, qualifiedNameOf, stringifySearch } from './search-params.ts';

test('values are plain text, also those that look like numbers', () => {
  assert.equal(stringifySearch({ q: '42', ns: 'a/b' }), '?q=42&ns=a/b');
  assert.deepEqual(parseSearch('?q=42&ns=a/b'), { q: '42', ns: 'a/b' });
});
test('defaults are left out', () => assert.equal(stringifySearch({ q: undefined, ns: '' }), ''));
test('any text survives the way there and back', () => {
  const search = { q: 'a&b=c +%2F"é' };
  assert.deepEqual(parseSearch(stringifySearch(search)), search);
});
test('a value that is not allowed is none', () => {
  assert.equal(oneOf(['a', 'b'], 'c'), undefined);
  assert.equal(oneOf(['a', 'b'], 'b'), 'b');
});
test('a qualified name has a namespace and a name, and nothing else', () => {
  assert.equal(qualifiedNameOf('shop/backup'), 'shop/backup');
  for (const value of ['backup', 'shop/', '/backup', 'shop/backup/1', '', 7, undefined])
    assert.equal(qualifiedNameOf(value), undefined);
});
