import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { countLedger, LedgerCounts } from './ledger-counts.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';

/** More than what is counted anew each time, and a multiple of the four below. */
const ENTRIES = 2_400;

test('a ledger that is counted again and again is counted right, and read once', async (t) => {
  const database = await openSqlite(':memory:');
  t.after(() => database.close());
  await migrate(database);
  const ledger = new LedgerCounts();
  const right = async () => {
    const counts = await ledger.of(database, 'ops');
    assert.deepEqual(nonZero(counts), nonZero(await countLedger(database, 'ops')));
    return nonZero(counts);
  };
  assert.deepEqual(await right(), {});
  await add(database, 1, ENTRIES, 'pending');
  assert.deepEqual(await right(), { pending: ENTRIES });

  await become(database, 'sent', 'sequence % 4 <> 0');
  await become(database, 'rejected', 'sequence % 4 = 0 and sequence > 4');
  assert.deepEqual(await right(), { sent: 1_800, rejected: 599, pending: 1 }, 'the oldest still waits');
  await become(database, 'withdrawn', 'sequence = 4');
  await add(database, ENTRIES + 1, 3, 'pending');
  await sql`update deliveries set digest_id = 'd' where sequence > ${ENTRIES + 1}`.execute(database.db);
  assert.deepEqual(
    await right(),
    { sent: 1_800, rejected: 599, withdrawn: 1, pending: 1 },
    'two were joined',
  );

  // Nothing of what is known to have ended is read again: a change that never happens would be seen.
  await sql`update deliveries set channel = 'elsewhere' where sequence = 1`.execute(database.db);
  assert.equal((await ledger.of(database, 'ops')).get('sent'), 1_800);
  assert.equal((await countLedger(database, 'ops')).get('sent'), 1_799);
  await become(database, 'sent', `sequence = ${ENTRIES + 1}`);
  assert.equal((await ledger.of(database, 'ops')).get('sent'), 1_801);
});

async function add({ db }: Database, from: number, count: number, state: string): Promise<void> {
  await sql`insert into deliveries
    (sequence, id, alert_id, channel, event, context_json, created_at, state, next_attempt_at, attempts)
    with recursive numbers(n) as (select ${from} union all select n + 1 from numbers where n < ${from + count - 1})
    select n, 'id-' || n, 'a', 'ops', 'firing', '{}', 1, ${state}, 1, 0 from numbers`.execute(db);
}

async function become({ db }: Database, state: string, where: string): Promise<void> {
  await sql`update deliveries set state = ${state} where state = 'pending' and ${sql.raw(where)}`.execute(db);
}

function nonZero(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].filter(([, entries]) => entries > 0));
}
