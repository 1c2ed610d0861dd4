// Types, lint, format and unused code: everything that needs no run. All are tried before it fails.
import { spawnSync } from 'node:child_process';

const CHECKS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['types', 'tsc', '--project', 'tsconfig.json'],
  ['types of the page', 'tsc', '--project', 'ui/tsconfig.json'],
  ['lint', 'oxlint', '--deny-warnings'],
  ['format', 'oxfmt', '--check'],
  ['unused code', 'knip'],
];

const failed = CHECKS.filter(([name, command, ...args]) => {
  console.log(`# ${name}`);
  return spawnSync(command, args, { stdio: 'inherit' }).status !== 0;
}).map(([name]) => name);
if (failed.length > 0) console.error(`check failed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
