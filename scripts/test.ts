// Runs every suite, those with a browser beside the others, and closes with one line over all of them.
// `npm test -- unit acceptance` runs the named suites alone; `--only <path>` the given test files.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { parseArgs } from 'node:util';

interface Suite {
  readonly files: string;
  readonly timeoutMs: number;
  /** Suites of a lane run one after the other, lanes side by side: alone, neither makes use of two cores. */
  readonly lane: 'service' | 'browser';
}

const SUITES: Readonly<Record<string, Suite>> = {
  unit: { files: '{src,ui,scripts}/**/*.test.ts', timeoutMs: 60_000, lane: 'service' },
  conformance: { files: 'test/conformance/**/*.test.ts', timeoutMs: 180_000, lane: 'service' },
  acceptance: { files: 'test/acceptance/**/*.test.ts', timeoutMs: 300_000, lane: 'service' },
  e2e: { files: 'test/e2e/**/*.test.ts', timeoutMs: 300_000, lane: 'browser' },
  demo: { files: 'test/demo/**/*.test.ts', timeoutMs: 300_000, lane: 'browser' },
};

/** Of a lane that waits to be shown: a suite that prints more waits with it. */
const MOST_PRINTED_BYTES = 64 * 1024 * 1024;

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
  if (values.only) await runFiles('only', values.only, 300_000, process.stdout);
  else await runLanes(positionals.length > 0 ? positionals : Object.keys(SUITES));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(
  `${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`,
);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;

/** What a later lane prints is shown when those before it are through, so that lines stay whole. */
async function runLanes(names: readonly string[]): Promise<void> {
  const chosen = Object.entries(SUITES).filter(([name]) => names.includes(name));
  const running = Object.values(Object.groupBy(chosen, ([, { lane }]) => lane)).map((suites) => {
    const printed = new PassThrough({ highWaterMark: MOST_PRINTED_BYTES });
    return { printed, done: runSuites(suites, printed).finally(() => printed.end()) };
  });
  for (const { printed, done } of running) {
    for await (const text of printed) process.stdout.write(text as Buffer);
    await done;
  }
}

async function runSuites(
  suites: readonly (readonly [name: string, suite: Suite])[],
  output: Writable,
): Promise<void> {
  for (const [name, { files, timeoutMs }] of suites) {
    const found = globSync(files, { exclude: ['**/node_modules/**'] }).sort();
    if (found.length > 0) await runFiles(name, found, timeoutMs, output);
  }
}

async function runFiles(
  name: string,
  files: readonly string[],
  timeoutMs: number,
  output: Writable,
): Promise<void> {
  output.write(`\n# ${name}: ${files.length} files\n`);
  const tally = join(scratch, `${name}.json`);
  const run = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(import.meta.dirname, 'test-process.ts'),
      tally,
      String(timeoutMs),
      ...files,
    ],
    { stdio: ['inherit', 'pipe', 'pipe'] },
  );
  for (const stream of [run.stdout, run.stderr]) stream.pipe(output, { end: false });
  const [status] = (await once(run, 'close')) as [number | null];
  const result = readTally(tally);
  counts.passed += result.passed;
  counts.failed += result.failed;
  counts.skipped += result.skipped;
  // A process that dies outside any test must not pass for a green run.
  if (status !== 0 && result.failed === 0) counts.failed += 1;
}

function readTally(path: string): { passed: number; failed: number; skipped: number } {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
