// Runs every suite, one after the other, and closes with one line over all of them.
// `npm test -- unit acceptance` runs the named suites alone; `--only <path>` the given test files.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const SUITES: Readonly<Record<string, { readonly files: string; readonly timeoutMs: number }>> = {
  unit: { files: '{src,ui,scripts}/**/*.test.ts', timeoutMs: 60_000 },
  conformance: { files: 'test/conformance/**/*.test.ts', timeoutMs: 180_000 },
  acceptance: { files: 'test/acceptance/**/*.test.ts', timeoutMs: 300_000 },
  e2e: { files: 'test/e2e/**/*.test.ts', timeoutMs: 300_000 },
  demo: { files: 'test/demo/**/*.test.ts', timeoutMs: 300_000 },
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', multiple: true } },
});
const unknown = positionals.filter((name) => !(name in SUITES));
if (unknown.length > 0) {
  console.error(`No suite ${unknown.join(', ')}; there are ${Object.keys(SUITES).join(', ')}.`);
  process.exit(2);
}

const counts = { passed: 0, failed: 0, skipped: 0 };
const scratch = mkdtempSync(join(tmpdir(), 'punctual-tests-'));
try {
  if (values.only) runFiles('only', values.only, 300_000);
  else for (const name of positionals.length > 0 ? positionals : Object.keys(SUITES)) runSuite(name);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(
  `${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`,
);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;

function runSuite(name: string): void {
  const { files, timeoutMs } = SUITES[name]!;
  const found = globSync(files, { exclude: ['**/node_modules/**'] }).sort();
  if (found.length > 0) runFiles(name, found, timeoutMs);
}

function runFiles(name: string, files: readonly string[], timeoutMs: number): void {
  console.log(`\n# ${name}: ${files.length} files`);
  const tally = join(scratch, `${name}.json`);
  const run = spawnSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'test-process.ts'),
      tally,
      String(timeoutMs),
      ...files,
    ],
    { stdio: 'inherit' },
  );
  const result = readTally(tally);
  counts.passed += result.passed;
  counts.failed += result.failed;
  counts.skipped += result.skipped;
  // A process that dies outside any test must not pass for a green run.
  if (run.status !== 0 && result.failed === 0) counts.failed += 1;
}

function readTally(path: string): { passed: number; failed: number; skipped: number } {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
