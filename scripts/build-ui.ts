// Builds the dashboard into dist/ui. With `--if-stale` it does nothing while the last build is newer
// than everything that it was made from.
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = ['ui/**/*', 'src/api/contract/**/*', 'package-lock.json'];

const { values } = parseArgs({ options: { 'if-stale': { type: 'boolean', default: false } } });
if (!values['if-stale'] || isStale()) await buildUi();

async function buildUi(): Promise<void> {
  const startedAt = performance.now();
  await build({ configFile: join(ROOT, 'ui/vite.config.ts'), logLevel: 'warn' });
  console.log(`Dashboard built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

function isStale(): boolean {
  // index.html is written last, so that a build that broke off counts as stale.
  const builtAt = modifiedAt(join(ROOT, 'dist/ui/index.html'));
  return globSync(SOURCES, { cwd: ROOT }).some((path) => modifiedAt(join(ROOT, path)) > builtAt);
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
