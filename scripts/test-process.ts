// Runs test files in this process, with a dot for each test on stdout, and writes `{passed, failed, skipped}` as
// JSON: `node scripts/test-process.ts <tally file> <ms for one test> <test file>…`. Suites are not counted.
import { createHook } from 'node:async_hooks';
import { writeFileSync } from 'node:fs';
import { run } from 'node:test';
import { dot } from 'node:test/reporters';

const [tallyPath, timeoutMs, ...files] = process.argv.slice(2);
const counts = { passed: 0, failed: 0, skipped: 0 };
const stopTracking = onceTracked();

const events = run({ files, isolation: 'none', timeout: Number(timeoutMs) });
// Of the first test, when all files are loaded. A hook would do it within a test, and no two run at once after that.
events.once('test:dequeue', stopTracking);
events.on('test:pass', ({ skip, details }) => {
  if (details.type === 'suite') return;
  counts[skip === undefined || skip === false ? 'passed' : 'skipped'] += 1;
});
events.on('test:fail', ({ skip, details }) => {
  if (details.type === 'suite') return;
  counts[skip === undefined || skip === false ? 'failed' : 'skipped'] += 1;
});
// What happens outside of any test is told here alone.
events.on('test:diagnostic', ({ message }) => {
  if (message.startsWith('Error')) console.error(`\n${message}`);
});
events.on('test:summary', ({ success, file }) => {
  if (file === undefined && !success) process.exitCode = 1;
});
events.on('end', () => writeFileSync(tallyPath!, JSON.stringify(counts)));
events.compose(dot).pipe(process.stdout);

/**
 * node:test follows every promise and every callback of the process by an async hook, so as to find the suite that
 * a nested test belongs to and the test that an uncaught error comes from. In a world that lives through weeks that
 * is a third of all work. Tests nest while their files are loaded, so from then on it is done without: an uncaught
 * error still fails the run, though not by the name of a test. Answers what ends it.
 */
function onceTracked(): () => void {
  const trackers: ReturnType<typeof createHook>[] = [];
  const prototype = Object.getPrototypeOf(createHook({})) as object;
  const enable = Object.getOwnPropertyDescriptor(prototype, 'enable')!;
  Object.defineProperty(prototype, 'enable', {
    ...enable,
    value(this: ReturnType<typeof createHook>) {
      trackers.push(this);
      return Reflect.apply(enable.value, this, []);
    },
  });
  return () => {
    Object.defineProperty(prototype, 'enable', enable);
    for (const tracker of trackers) tracker.disable();
  };
}
