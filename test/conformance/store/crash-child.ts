// Writes until it is killed: `node crash-child.ts <path or URL> <open|loop>`. A line on stdout follows
// each commit; with `open`, the second transaction stays open and says so.
import { openStore } from '../../../src/store/store.ts';
import { anExecution, keep, NOW } from './builders.ts';
import { silent, toLocation } from './stores.ts';

/** Runs of one transaction: enough that one is in the making most of the time. */
const RUNS = 50;

const [location = '', mode = ''] = process.argv.slice(2);
const store = await openStore({ ...toLocation(location), log: silent });
const id = await keep(store);

async function writeRuns(transaction: number, thenWait: boolean): Promise<void> {
  await store.transaction(async (tx) => {
    await Promise.all(
      Array.from({ length: RUNS }, (_, index) =>
        tx.executions.insert(id, anExecution({ jobUid: `job-${transaction}-${index}` }), NOW),
      ),
    );
    if (!thenWait) return;
    process.stdout.write('open\n');
    await new Promise(() => setInterval(() => undefined, 1_000));
  });
  process.stdout.write('committed\n');
}

for (let transaction = 0; ; transaction++) await writeRuns(transaction, mode === 'open' && transaction === 1);
