import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test, type TestContext } from 'node:test';
import { openStore, type Store } from '../../../src/store/store.ts';
import { anEmptyPostgresDatabase } from '../../postgres.ts';
import { NOW } from './builders.ts';
import { aDatabasePath, silent, toLocation } from './stores.ts';

const CHILD = join(import.meta.dirname, 'crash-child.ts');
const RUNS_A_TRANSACTION = 50;

/** Runs the child until it has printed `line` so often, kills it at once, answers how often it committed. */
async function killAfter(
  database: string,
  mode: 'open' | 'loop',
  line: string,
  times: number,
): Promise<number> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', CHILD, database, mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let committed = 0;
  let seen = 0;
  for await (const each of createInterface({ input: child.stdout })) {
    if (each === 'committed') committed += 1;
    if (each === line && ++seen === times) child.kill('SIGKILL');
  }
  assert.equal((await exited)[1], 'SIGKILL');
  return committed;
}

for (const kind of ['SQLite', 'PostgreSQL'] as const) {
  test(`${kind}: a process killed within a transaction leaves the whole ones before it and nothing of that one`, async (t) => {
    const database = await aDatabase(t, kind);
    assert.equal(await killAfter(database, 'open', 'open', 1), 1);
    const store = await reopen(t, database);
    const [cronJob] = (await store.cronJobs.list({}, NOW)).items;
    assert.equal(cronJob?.executionCount, RUNS_A_TRANSACTION);
    assert.equal(
      (await store.executions.list(cronJob.id, { limit: 1, offset: 0 })).total,
      RUNS_A_TRANSACTION,
    );
  });

  for (const times of [1, 7, 30]) {
    test(`${kind}: a process killed at any instant loses nothing that it had committed (after ${times})`, async (t) => {
      const database = await aDatabase(t, kind);
      const committed = await killAfter(database, 'loop', 'committed', times);
      const store = await reopen(t, database);
      const [cronJob] = (await store.cronJobs.list({}, NOW)).items;
      const kept = (await store.executions.list(cronJob!.id, { limit: 1, offset: 0 })).total;
      assert.ok(kept >= committed * RUNS_A_TRANSACTION, `${kept} runs of ${committed} commits`);
      assert.equal(kept % RUNS_A_TRANSACTION, 0, 'only whole transactions');
      assert.equal(cronJob?.executionCount, kept);
    });
  }
}

/** The path of a file, or a URL. */
async function aDatabase(t: TestContext, kind: 'SQLite' | 'PostgreSQL'): Promise<string> {
  if (kind === 'SQLite') return aDatabasePath(t);
  const { host, port, user, database } = await anEmptyPostgresDatabase();
  return `postgres://${user}@/${database}?host=${host}&port=${port}`;
}

async function reopen(t: TestContext, database: string): Promise<Store> {
  const store = await openStore({ ...toLocation(database), log: silent });
  t.after(() => store.close());
  return store;
}
