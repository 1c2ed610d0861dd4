import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { goldenMessages } from './golden-messages.ts';

const FOLDER = join(import.meta.dirname, '../test/golden/messages');

for (const [name, body] of goldenMessages()) {
  test(`the message ${name} is what it was`, () => {
    const golden: unknown = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
    assert.deepEqual(body, golden, 'if that is meant: node scripts/generate-golden-messages.ts');
  });
}

test('no golden message is left over', () => {
  assert.deepEqual(readdirSync(FOLDER).sort(), [...goldenMessages().keys()].sort());
});
