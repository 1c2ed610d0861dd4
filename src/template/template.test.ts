import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { aValueMap, render } from './testing.ts';

interface Vector {
  readonly template: string;
  readonly data?: unknown;
  readonly output?: string;
  readonly parseError?: true;
  readonly renderError?: true;
}

const FILES = [
  { file: 'template.jsonl', cases: 396 },
  { file: 'template-more.jsonl', cases: 1356 },
];
for (const { file, cases } of FILES) {
  test(`every case of ${file} gives what Go gave`, () => {
    const vectors = readVectors(file);
    assert.equal(vectors.length, cases);
    let data = aValueMap({});
    for (const vector of vectors) {
      if (vector.data !== undefined) data = aValueMap(vector.data);
      const made = render(vector.template, data);
      if (vector.parseError) assert.equal(made.kind, 'invalid', vector.template);
      else if (vector.renderError) assert.notEqual(made.kind, 'text', vector.template);
      else assert.deepEqual(made, { kind: 'text', text: vector.output }, vector.template);
    }
  });
}

function readVectors(file: string): readonly Vector[] {
  return readFileSync(join(import.meta.dirname, 'fixtures', file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Vector);
}
