import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { migrate, type Migration, MIGRATIONS } from './migrate.ts';
import { openSqlite } from './sqlite.ts';

const FIRST: Migration = {
  name: '001-first',
  up: async (db) => void (await sql`create table first (a integer)`.execute(db)),
};
const SECOND: Migration = {
  name: '002-second',
  up: async (db) => void (await sql`alter table first add column b integer`.execute(db)),
};

const ALL = MIGRATIONS.map(({ name }) => name);

async function open(t: TestContext, path = ':memory:'): Promise<Database> {
  const database = await openSqlite(path);
  t.after(() => database.close());
  return database;
}

test('migrations stand in the order of their names', () => assert.deepEqual(ALL, ALL.toSorted()));

test('a migration runs once, and a later version runs what is new', async (t) => {
  const database = await open(t);
  assert.deepEqual(await migrate(database, [FIRST]), ['001-first']);
  assert.deepEqual(await migrate(database, [FIRST]), []);
  assert.deepEqual(await migrate(database, [FIRST, SECOND]), ['002-second']);
  await sql`select a, b from first`.execute(database.db);
});

test('the schema of this version is made once and stays', async (t) => {
  const database = await open(t);
  assert.deepEqual(await migrate(database), ALL);
  const before = await sql`select name, sql from sqlite_master order by name`.execute(database.db);
  assert.deepEqual(await migrate(database), []);
  const after = await sql`select name, sql from sqlite_master order by name`.execute(database.db);
  assert.deepEqual(after.rows, before.rows);
});

test('a database that a newer version wrote is refused and left alone', async (t) => {
  const database = await open(t);
  await migrate(database, [FIRST, SECOND]);
  await assert.rejects(migrate(database, [FIRST]), /newer version of Punctual \(it has 002-second\)/);
  assert.deepEqual(await migrate(database, [FIRST, SECOND]), []);
});

test('a migration that fails takes back those that ran before it', async (t) => {
  const database = await open(t);
  const broken: Migration = {
    name: '002-broken',
    up: async (db) => void (await sql`alter table absent add column b integer`.execute(db)),
  };
  await assert.rejects(migrate(database, [FIRST, broken]), /no such table/);
  assert.deepEqual(await migrate(database, [FIRST]), ['001-first']);
});

test('of two that start at once on one file each finds the schema made', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'punctual-migrate-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'test.db');
  const databases = await Promise.all([open(t, path), open(t, path)]);
  const ran = await Promise.all(databases.map((database) => migrate(database)));
  assert.deepEqual(ran.flat(), ALL);
});
