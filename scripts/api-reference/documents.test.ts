import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { apiDocuments } from './documents.ts';

const ROOT = join(import.meta.dirname, '../..');

test('the committed documents about the API are those that its schemas give (`npm run docs` renews them)', async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  for (const [name, text] of await apiDocuments(version)) {
    assert.equal(readFileSync(join(ROOT, 'docs', name), 'utf8'), text, `docs/${name} is out of date`);
  }
});
