import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { HOUR, MINUTE } from '../lib/duration.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { advanceWindows } from './sla-advance.ts';
import { type CountedWindows, recountWindows } from './sla-recount.ts';
import { openSqlite } from './sqlite.ts';

const NOW = Date.UTC(2026, 2, 10, 12);
const CRON_JOB = 1;

test('a run that ends after all others moves the windows on', async (t) => {
  const database = await open(t);
  await run(database, { slot: NOW - 3 * HOUR });
  const counted = await count(database, NOW);
  await run(database, { slot: NOW - MINUTE });
  const moved = await advance(database, counted, NOW + HOUR);
  assert.equal(moved?.windows.current.succeeded, 2);
  assert.equal(moved.revision, 2);
});

test('windows move on by themselves, and tell when they move next', async (t) => {
  const database = await open(t);
  for (const hours of [9, 8, 1]) await run(database, { slot: NOW - hours * HOUR });
  const moved = await advance(database, await count(database, NOW), NOW + HOUR);
  assert.deepEqual([moved?.windows.current.succeeded, moved?.windows.previous.succeeded], [2, 1]);
  assert.equal(moved?.movesAt, NOW + 2 * HOUR);
});

const IRREGULAR: readonly {
  readonly name: string;
  readonly change: (database: Database) => Promise<void>;
  readonly to?: number;
}[] = [
  {
    name: 'an older run was recorded late',
    change: (database) => run(database, { slot: NOW - 5 * HOUR }),
  },
  {
    name: 'a run ended at the same instant as the last one that was counted',
    change: (database) => run(database, { slot: NOW - 3 * HOUR }),
  },
  {
    name: 'a run was removed while another one ended',
    change: async (database) => {
      await database.db.deleteFrom('executions').where('cron_job_id', '=', CRON_JOB).execute();
      await raise(database, 1);
      await run(database, { slot: NOW - MINUTE });
    },
  },
  {
    name: 'a run ended whose slot lies in the older window',
    change: (database) => run(database, { slot: NOW - 15 * HOUR, lasts: 15 * HOUR }),
  },
  {
    name: 'a run ended whose slot lies ahead',
    change: (database) => run(database, { slot: NOW + HOUR }),
  },
  { name: 'the question is about an earlier instant', change: async () => {}, to: NOW - 1 },
];
for (const { name, change, to = NOW } of IRREGULAR) {
  test(`the windows are not moved on when ${name}`, async (t) => {
    const database = await open(t);
    await run(database, { slot: NOW - 3 * HOUR });
    const counted = await count(database, NOW);
    await change(database);
    assert.equal(await advance(database, counted, to), null);
  });
}

test('windows that leave out what lies ahead are not moved on', async (t) => {
  const database = await open(t);
  await run(database, { slot: NOW + HOUR });
  const counted = await count(database, NOW);
  assert.equal(counted.isPast, true);
  assert.equal(await advance(database, counted, NOW + 2 * HOUR), null);
});

async function open(t: TestContext): Promise<Database> {
  const database = await openSqlite(':memory:');
  t.after(() => database.close());
  await migrate(database);
  await database.db
    .insertInto('cron_jobs')
    .values({
      id: CRON_JOB,
      namespace: 'shop',
      name: 'backup',
      uid: 'uid',
      labels_json: '{}',
      schedule: '0 * * * *',
      suspend: 0,
      concurrency_policy: 'Allow',
      created_at: NOW,
      window_days: 7,
      observed_at: NOW,
    })
    .execute();
  return database;
}

async function count(database: Database, to: number): Promise<CountedWindows> {
  const question = { to, knownUntil: to, widthMs: 10 * HOUR, maintenance: [] };
  return (await recountWindows(database, [CRON_JOB], question)).get(CRON_JOB)!;
}

function advance(database: Database, counted: CountedWindows, to: number): Promise<CountedWindows | null> {
  return advanceWindows(database, CRON_JOB, counted, { to, knownUntil: to }, () => false);
}

async function run(
  database: Database,
  { slot, lasts = MINUTE }: { readonly slot: number; readonly lasts?: number },
): Promise<void> {
  await database.db
    .insertInto('executions')
    .values({
      cron_job_id: CRON_JOB,
      job_uid: crypto.randomUUID(),
      job_name: 'backup',
      outcome: 'success',
      manual: 0,
      scheduled_for: slot,
      started_at: slot,
      completed_at: slot + lasts,
      duration_ms: lasts,
      exit_code: 0,
      attempt_count: 1,
      observed_at: NOW,
    })
    .execute();
  await raise(database, 1);
}

async function raise({ db }: Database, by: number): Promise<void> {
  await db
    .updateTable('cron_jobs')
    .set((eb) => ({ history_revision: eb('history_revision', '+', by) }))
    .execute();
}
