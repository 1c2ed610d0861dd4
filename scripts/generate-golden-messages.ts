// Writes test/golden/messages: what messages look like now. Read the difference before it is committed.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goldenMessages } from './golden-messages.ts';

const folder = join(import.meta.dirname, '../test/golden/messages');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, body] of goldenMessages()) {
  writeFileSync(join(folder, name), `${JSON.stringify(body, null, 2)}\n`);
}
