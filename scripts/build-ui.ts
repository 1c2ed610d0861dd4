// Builds the dashboard into dist/ui. With `--if-stale` it does nothing while the last build is newer
// than everything that it was made from.
import { globSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = ['ui/**/*', 'src/api/contract/**/*', 'src/chart/**/*', 'package-lock.json'];

/** Written when a build has ended well, so that one that broke off counts as stale. */
const MARK = join(ROOT, 'dist/ui.built');

const { values } = parseArgs({ options: { 'if-stale': { type: 'boolean', default: false } } });
if (!values['if-stale'] || isStale()) await buildUi();

async function buildUi(): Promise<void> {
  const startedAt = Date.now();
  // Only here: where a finished dashboard is shipped, its build tools are not.
  const { build } = await import('vite');
  await build({ configFile: join(ROOT, 'ui/vite.config.ts'), logLevel: 'warn' });
  writeFileSync(MARK, '');
  // A source that changed meanwhile may not be in it.
  utimesSync(MARK, startedAt / 1_000, startedAt / 1_000);
  console.log(`Dashboard built in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s.`);
}

function isStale(): boolean {
  if (modifiedAt(join(ROOT, 'dist/ui/index.html')) === 0) return true;
  const builtAt = modifiedAt(MARK);
  return globSync(SOURCES, { cwd: ROOT }).some((path) => modifiedAt(join(ROOT, path)) > builtAt);
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
