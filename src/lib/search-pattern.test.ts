import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSearchPattern, type SearchPattern } from './search-pattern.ts';

function aPattern(source: string): SearchPattern {
  const parsed = parseSearchPattern(source);
  assert.ok(parsed.kind === 'pattern', source);
  return parsed.pattern;
}

const FOUND: readonly { readonly source: string; readonly text: string; readonly found: boolean }[] = [
  { source: 'timed out', text: 'error: card network timed out after 10s', found: true },
  { source: 'Timed Out', text: 'timed out', found: false },
  { source: '(?i)Timed Out', text: 'timed out', found: true },
  { source: '^fatal: .*$', text: 'starting\nfatal: no disk\nbye', found: true },
  { source: '^bye', text: 'good bye', found: false },
  { source: 'a.b', text: 'a\nb', found: false },
  { source: '(?s)a.b', text: 'a\nb', found: true },
  { source: '\\bgrün\\b|größe \\p{L}+', text: 'die größe ändern', found: true },
];
for (const { source, text, found } of FOUND) {
  test(`${source} is ${found ? '' : 'not '}found in ${JSON.stringify(text)}`, () => {
    assert.equal(aPattern(source).foundIn(text), found);
  });
}

const INVALID: readonly { readonly source: string; readonly reason: RegExp }[] = [
  { source: '(', reason: /missing closing \): `\(`/ },
  { source: '[z-a]', reason: /invalid character class range/ },
  { source: 'a(?=b)', reason: /unsupported Perl syntax/ },
  { source: '(a)\\1', reason: /invalid escape sequence/ },
  { source: 'x{1001}', reason: /invalid repeat count/ },
  { source: '(a{1,100}){1,10}', reason: /repeats too much/ },
];
for (const { source, reason } of INVALID) {
  test(`${source} is refused with what is wrong`, () => {
    const parsed = parseSearchPattern(source);
    assert.equal(parsed.kind, 'invalid');
    if (parsed.kind === 'invalid') assert.match(parsed.reason, reason);
  });
}

// JavaScript's own RegExp needs longer than the age of the universe for the first.
const COSTLY = ['(a+)+$', '(a|aa)+$', '[a-c]{1,200}[0-9]{2}[a-z]', '(?i)(a.{0,20}){1,20}[xyz]'];
for (const source of COSTLY) {
  test(`${source} is searched for in a log of 100 KB without holding anything up`, () => {
    const pattern = aPattern(source);
    const began = performance.now();
    assert.equal(pattern.foundIn(`${'a'.repeat(100_000)}!`), false);
    assert.ok(performance.now() - began < 1_000);
  });
}
