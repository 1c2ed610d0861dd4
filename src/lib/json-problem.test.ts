import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { jsonProblem } from './json-problem.ts';

const CASES: readonly { readonly name: string; readonly text: string; readonly offset: number | null }[] = [
  {
    name: 'JSON has no problem',
    text: ' {"a": [1, -2.5e3, "x\\u00e9", null], "b": {}, "c": []} ',
    offset: null,
  },
  { name: 'an empty text lacks everything', text: '', offset: 0 },
  { name: 'a bare word is pointed at', text: '{"a": x}', offset: 6 },
  { name: 'a comma before the end is followed by nothing', text: '[1, ]', offset: 4 },
  { name: 'what follows the value does not belong to it', text: '{}}', offset: 2 },
  { name: 'a raw line break makes its string unreadable', text: '["a\nb"]', offset: 1 },
  { name: 'a missing end is told at the end', text: '{"a": 1', offset: 7 },
  { name: 'a key wants a colon', text: '{"a" 1}', offset: 5 },
  { name: 'a bracket does not close a brace', text: '{]', offset: 1 },
];
for (const { name, text, offset } of CASES) {
  test(name, () => assert.equal(jsonProblem(text), offset));
}

test('it agrees with JSON.parse about every text', () => {
  const pieces = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', '-', '0', ' ', 'true', '\\', '"');
  const texts = fc.oneof(
    fc.json(),
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => assert.equal(jsonProblem(text) === null, parses(text))),
    { numRuns: 2_000 },
  );
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
