// Runs the benches one after the other and prints what each says: `npm run bench`, or `npm run bench --
// store` for the named ones. Each is a file of its own; options go to all that are asked for.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const BENCHES: Readonly<Record<string, string>> = {
  completions: 'completed Jobs recorded a second, through the watches into SQLite',
  alerts: 'from a failed Job to its message, with the log',
  store: 'the store alone: writes, and the reads of the API on a million runs',
  soak: 'open dashboards, exports of a million rows, a prune and new runs, all at once for five minutes',
  schedule: 'the next slots of cron expressions',
};

const firstOption = process.argv.findIndex((argument) => argument.startsWith('--'));
const options = firstOption === -1 ? [] : process.argv.slice(firstOption);
const asked = process.argv.slice(2, firstOption === -1 ? undefined : firstOption);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`No bench ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}
for (const name of asked.length > 0 ? asked : Object.keys(BENCHES)) {
  console.log(`\n# ${name}: ${BENCHES[name]}\n# again: npm run bench -- ${name}`);
  const path = join(import.meta.dirname, `${name}.ts`);
  const { status } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path, ...options],
    {
      stdio: 'inherit',
    },
  );
  if (status !== 0) process.exitCode = 1;
}
