import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { sql } from 'kysely';
import type { Database, Session } from './database.ts';
import { openSqlite } from './sqlite.ts';

function aFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'punctual-sqlite-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function open(t: TestContext, path: string): Promise<Database> {
  const database = await openSqlite(path);
  t.after(() => database.close());
  return database;
}

async function openWithTable(t: TestContext): Promise<Database> {
  const database = await open(t, join(aFolder(t), 'test.db'));
  await sql`create table channels (name text primary key not null)`.execute(database.db);
  return database;
}

function insert({ db }: Session, name: string): Promise<unknown> {
  return sql`insert into channels (name) values (${name})`.execute(db);
}

async function names({ db }: Session): Promise<string[]> {
  const rows = await db.selectFrom('channels').select('name').orderBy('name').execute();
  return rows.map((row) => row.name);
}

async function pragma({ db }: Session, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`${sql.raw(`pragma ${name}`)}`.execute(db);
  return Object.values(rows[0] ?? {})[0];
}

test(
  'a read outside of an open transaction neither waits for it nor sees it',
  { timeout: 5_000 },
  async (t) => {
    const database = await openWithTable(t);
    await insert(database, 'before');
    await database.transaction(
      async (tx) => {
        await insert(tx, 'within');
        assert.deepEqual(await names(database), ['before']);
        assert.deepEqual(await names(tx), ['before', 'within']);
      },
      { durable: false },
    );
    assert.deepEqual(await names(database), ['before', 'within']);
  },
);

test('in memory a read waits for the open transaction and sees none of what was undone', async (t) => {
  const database = await open(t, ':memory:');
  await sql`create table channels (name text primary key not null)`.execute(database.db);
  let outside: Promise<string[]> = Promise.resolve([]);
  const undone = database.transaction(
    async (tx) => {
      await insert(tx, 'within');
      outside = names(database);
      throw new Error('undone');
    },
    { durable: false },
  );
  await assert.rejects(undone, /undone/);
  assert.deepEqual(await outside, []);
});

test('a durable commit is synchronous to the disk, and the others are not', async (t) => {
  const database = await openWithTable(t);
  const seen: unknown[] = [];
  const look = async (tx: Session): Promise<void> => void seen.push(await pragma(tx, 'synchronous'));
  await database.transaction(look, { durable: false });
  await database.transaction(look, { durable: true });
  await database.transaction(look, { durable: false });
  const failed = database.transaction(
    async (tx) => {
      await look(tx);
      throw new Error('undone');
    },
    { durable: true },
  );
  await assert.rejects(failed, /undone/);
  await database.transaction(look, { durable: false });
  const [NORMAL, FULL] = [1, 2];
  assert.deepEqual(seen, [NORMAL, FULL, NORMAL, FULL, NORMAL]);
});

test('the file keeps a write-ahead log and holds references true', async (t) => {
  const database = await openWithTable(t);
  assert.equal(await pragma(database, 'journal_mode'), 'wal');
  assert.equal(await pragma(database, 'foreign_keys'), 1);
});

test("a failed statement tells its SQL, SQLite's message, and the place in the worker", async (t) => {
  const database = await openWithTable(t);
  await insert(database, 'twice');
  const error = await insert(database, 'twice').then(
    () => assert.fail('the second insertion is refused'),
    (reason: unknown) => reason as Error,
  );
  assert.match(error.message, /UNIQUE constraint failed: channels\.name .*insert into channels/);
  assert.ok(error.cause instanceof Error);
  assert.match(error.cause.stack ?? '', /sqlite-worker/);
});

test('changing a table within a transaction is undone with it', async (t) => {
  const database = await openWithTable(t);
  const undone = database.transaction(
    async ({ db }) => {
      await db.schema.createTable('extra').addColumn('a', 'integer').execute();
      throw new Error('undone');
    },
    { durable: false },
  );
  await assert.rejects(undone, /undone/);
  await assert.rejects(sql`select * from extra`.execute(database.db), /no such table/);
});

test("Kysely's own transactions are refused, because they would not hold the lock", async (t) => {
  const database = await openWithTable(t);
  await assert.rejects(
    database.db.transaction().execute(() => Promise.resolve()),
    /transaction\(\)/,
  );
});

const UNUSABLE: readonly { readonly name: string; readonly prepare: (folder: string) => string }[] = [
  { name: 'a path in a folder that is not there', prepare: (folder) => join(folder, 'no', 'such.db') },
  { name: 'a folder', prepare: (folder) => folder },
  {
    name: 'a file that is no database',
    prepare: (folder) => {
      writeFileSync(join(folder, 'text.db'), 'this is a letter and no database'.repeat(200));
      return join(folder, 'text.db');
    },
  },
];
for (const { name, prepare } of UNUSABLE) {
  test(`${name} is refused with the path and the reason`, async (t) => {
    const path = prepare(aFolder(t));
    await assert.rejects(openSqlite(path), (error: Error) => {
      assert.match(error.message, /cannot be opened: /);
      assert.ok(error.message.includes(path));
      return error.cause instanceof Error;
    });
  });
}

test('what follows in a transaction that SQLite has undone is refused, not written by itself', async (t) => {
  const database = await openWithTable(t);
  const undone = database.transaction(
    async (tx) => {
      await insert(tx, 'a');
      await sql`insert or rollback into channels (name) values ('a')`.execute(tx.db).catch(() => undefined);
      await insert(tx, 'b');
    },
    { durable: false },
  );
  await assert.rejects(undone, /no transaction is open/);
  assert.deepEqual(await names(database), []);
});

test('a transaction that cannot begin writes nothing', async (t) => {
  const path = join(aFolder(t), 'test.db');
  const database = await open(t, path);
  await sql`create table channels (name text primary key not null)`.execute(database.db);
  const other = new DatabaseSync(path);
  t.after(() => other.close());
  other.exec('begin immediate');
  await sql`pragma busy_timeout = 0`.execute(database.db);
  const refused = database.transaction((tx) => insert(tx, 'a'), { durable: true });
  await assert.rejects(refused, /database is locked \(in: begin immediate\)/);
  other.exec('rollback');
  assert.deepEqual(await names(database), []);
  await database.transaction((tx) => insert(tx, 'b'), { durable: true });
  assert.deepEqual(await names(database), ['b']);
});
