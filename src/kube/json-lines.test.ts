import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonLines } from './json-lines.ts';

function parsed(...chunks: readonly (string | Buffer)[]): unknown[] {
  const lines = new JsonLines();
  const values: unknown[] = [];
  for (const chunk of chunks) lines.feed(Buffer.from(chunk), (value) => values.push(value));
  return values;
}

const TEXT = Buffer.from('{"a":"üñ"}\n\n{"b":[1,2]}\r\n3\n');
for (let cut = 0; cut <= TEXT.length; cut++) {
  test(`lines cut at byte ${cut} are put together again`, () => {
    assert.deepEqual(parsed(TEXT.subarray(0, cut), TEXT.subarray(cut)), [{ a: 'üñ' }, { b: [1, 2] }, 3]);
  });
}

test('one byte at a time gives the same values', () => {
  assert.equal(parsed(...[...TEXT].map((byte) => Buffer.from([byte]))).length, 3);
});

test('text without a newline at its end is no value', () => {
  assert.deepEqual(parsed('1\n2'), [1]);
});

test('values before a broken line are handed over before it throws', () => {
  const values: unknown[] = [];
  const lines = new JsonLines();
  assert.throws(() => lines.feed(Buffer.from('1\n2\n{"\n3\n'), (value) => values.push(value)), SyntaxError);
  assert.deepEqual(values, [1, 2]);
});
