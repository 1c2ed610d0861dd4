// What PostgreSQL alone does: connections that break, servers that restart, encryption, and who is refused.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { SecretText } from '../../../src/lib/secret-text.ts';
import type { Database, Session } from '../../../src/store/database.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { openPostgres } from '../../../src/store/postgres.ts';
import type { PostgresConnection } from '../../../src/store/postgres-connection.ts';
import { anEmptyPostgresDatabase, aPostgresDatabase } from '../../postgres.ts';
import { PostgresServer } from '../../postgres-server.ts';
import { silent } from './stores.ts';

async function open(
  t: TestContext,
  timeouts: Partial<PostgresConnection> = {},
): Promise<{ database: Database; connection: PostgresConnection }> {
  const { connection: shared, [Symbol.asyncDispose]: dispose } = await aPostgresDatabase();
  const connection = { ...shared, ...timeouts };
  const database = await openPostgres(connection, silent);
  t.after(async () => {
    await database.close();
    await dispose();
  });
  return { database, connection };
}

/** A connection of somebody else's. */
async function beside(t: TestContext, { host, port, user, database }: PostgresConnection): Promise<Client> {
  const client = new Client({ host, port, user, database });
  await client.connect();
  t.after(() => client.end());
  return client;
}

async function breakAllOthers(client: Client): Promise<void> {
  await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
}

/** Resolves when a statement of somebody else waits for a lock of this connection. */
async function somebodyWaits(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(
      'select count(*)::integer as waiting from pg_locks where not granted',
    );
    if (rows[0].waiting > 0) return;
    await sleep(5);
  }
}

const ROW = { uid: 'u', generation: 1, type: 'chat', spec_json: '{}' };

function insert({ db }: Session, name: string): Promise<unknown> {
  return db
    .insertInto('channels')
    .values({ name, ...ROW })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(ROW))
    .execute();
}

async function names({ db }: Session): Promise<string[]> {
  const rows = await db.selectFrom('channels').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

test('a durable commit waits for the standbys that the server wants, another for its own disk', async (t) => {
  const { database } = await open(t);
  const seen: unknown[] = [];
  const look = async ({ db }: Session) => {
    const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db);
    seen.push(rows[0]?.synchronous_commit);
  };
  await database.transaction(look, { durable: false });
  await database.transaction(look, { durable: true });
  await database.transaction(look, { durable: false });
  assert.deepEqual(seen, ['local', 'on', 'local']);
});

test('a read outside of an open transaction neither waits for it nor sees it', async (t) => {
  const { database } = await open(t);
  await database.transaction(
    async (tx) => {
      await insert(tx, 'within');
      assert.deepEqual(await names(database), []);
      assert.deepEqual(await names(tx), ['within']);
    },
    { durable: false },
  );
  assert.deepEqual(await names(database), ['within']);
});

test('connections that broke while nobody used them are replaced, and nobody notices', async (t) => {
  const { database, connection } = await open(t);
  const other = await beside(t, connection);
  await Promise.all([names(database), names(database), insert(database, 'before')]);
  await breakAllOthers(other);
  assert.deepEqual(await names(database), ['before']);
  await breakAllOthers(other);
  await insert(database, 'outside');
  await breakAllOthers(other);
  await database.transaction((tx) => insert(tx, 'within'), { durable: true });
  assert.deepEqual(await names(database), ['before', 'outside', 'within']);
});

const INTERRUPTED: readonly {
  readonly name: string;
  readonly run: (database: Database) => Promise<unknown>;
  readonly fails: boolean;
}[] = [
  { name: 'a read is read again', run: names, fails: false },
  {
    name: 'an insertion that is written to be told twice is told twice',
    run: (d) => insert(d, 'x'),
    fails: false,
  },
  {
    name: 'a count is not counted again, because nobody knows whether it was',
    run: ({ db }) =>
      db
        .updateTable('channels')
        .set((eb) => ({ alerts_sent: eb('alerts_sent', '+', 1) }))
        .execute(),
    fails: true,
  },
  {
    name: 'a transaction fails as a whole',
    run: (d) => d.transaction((tx) => insert(tx, 'x'), { durable: false }),
    fails: true,
  },
];
for (const { name, run, fails } of INTERRUPTED) {
  test(`when the connection breaks under a statement, ${name}`, async (t) => {
    const { database, connection } = await open(t);
    const other = await beside(t, connection);
    await other.query('begin; lock table channels in access exclusive mode');
    const result = run(database).then(
      () => 'done',
      (error: Error) => error.message,
    );
    await somebodyWaits(other);
    await breakAllOthers(other);
    await other.query('commit');
    if (fails) assert.match(await result, /terminating connection|Connection terminated/);
    else assert.equal(await result, 'done');
    await insert(database, 'afterwards');
    assert.deepEqual(
      (await names(database)).filter((each) => each !== 'x'),
      ['afterwards'],
    );
  });
}

test('a transaction that breaks after its first statement leaves nothing', async (t) => {
  const { database, connection } = await open(t);
  const other = await beside(t, connection);
  const broken = database.transaction(
    async (tx) => {
      await insert(tx, 'first');
      await breakAllOthers(other);
      await insert(tx, 'second');
    },
    { durable: true },
  );
  await assert.rejects(broken, /terminating connection|Connection terminated|not queryable/);
  assert.deepEqual(await names(database), []);
});

test('while the server restarts everybody waits for it; before it is there, the opening does', async (t) => {
  const server = await PostgresServer.start();
  t.after(() => server.stop());
  const connection = await server.createDatabase();
  await server.kill();
  const told: string[] = [];
  const opening = openPostgres(connection, { info: (_fields, message) => void told.push(message) });
  while (told.length === 0) await sleep(5);
  await server.resume();
  const database = await opening;
  t.after(() => database.close());
  assert.deepEqual(told, ['The database does not answer yet: waiting for it']);
  await migrate(database);
  await insert(database, 'before');
  await server.kill();
  const meanwhile = [
    names(database),
    insert(database, 'outside'),
    database.transaction((tx) => insert(tx, 'within'), { durable: false }),
  ];
  await server.resume();
  await Promise.all(meanwhile);
  assert.deepEqual(await names(database), ['before', 'outside', 'within']);
});

test('who waits for longer than some seconds is told what is wrong', async (t) => {
  const server = await PostgresServer.start();
  t.after(() => server.stop());
  const database = await openPostgres(await server.createDatabase(), silent);
  t.after(() => database.close());
  await server.kill();
  const begun = performance.now();
  await assert.rejects(names(database), /ENOENT|ECONNREFUSED/);
  assert.ok(performance.now() - begun > 4_000, 'it was given the time of a restart');
  await server.resume();
});

test('of two that start at once each finds the schema made', async (t) => {
  const connection = await anEmptyPostgresDatabase();
  const databases = await Promise.all([openPostgres(connection, silent), openPostgres(connection, silent)]);
  t.after(() => Promise.all(databases.map((database) => database.close())));
  const ran = await Promise.all(databases.map((database) => migrate(database)));
  assert.equal(ran.filter((names) => names.length > 0).length, 1);
});

test('the schema that the URL chooses is the one that is used and measured', async (t) => {
  const connection = await anEmptyPostgresDatabase();
  const other = await beside(t, connection);
  await other.query('create schema elsewhere');
  const database = await openPostgres({ ...connection, options: '-c search_path=elsewhere' }, silent);
  t.after(() => database.close());
  await migrate(database);
  await insert(database, 'one');
  const { rows } = await other.query('select name from elsewhere.channels');
  assert.deepEqual(rows, [{ name: 'one' }]);
  assert.ok((await database.tableSizes()).has('channels'));
  assert.ok((await database.sizeBytes()) > 100_000);
});

const REFUSED: readonly {
  readonly name: string;
  readonly change: Partial<PostgresConnection>;
  readonly reason: RegExp;
}[] = [
  { name: 'a database that is not there', change: { database: 'absent' }, reason: /"absent" does not exist/ },
  { name: 'a user that is not there', change: { user: 'nobody' }, reason: /role "nobody" does not exist/ },
  {
    name: 'encryption that the server does not offer',
    change: { host: '127.0.0.1', tls: { mode: 'require', caFile: null, certFile: null, keyFile: null } },
    reason: /does not support SSL/,
  },
  {
    name: 'a certificate file that is not there',
    change: {
      host: '127.0.0.1',
      tls: { mode: 'verify-full', caFile: '/no/ca.pem', certFile: null, keyFile: null },
    },
    reason: /no such file.*ca\.pem/,
  },
];
for (const { name, change, reason } of REFUSED) {
  test(`${name} is refused at once with the place and the reason, and without the password`, async () => {
    const connection = {
      ...(await anEmptyPostgresDatabase()),
      password: new SecretText('s3cret'),
      ...change,
    };
    await assert.rejects(openPostgres(connection, silent), (error: Error) => {
      assert.match(error.message, reason);
      assert.match(error.message, /^The database .*:\d+\/\w+ cannot be opened: /);
      return !error.message.includes('s3cret');
    });
  });
}

test('a database that cannot store every text is refused', async (t) => {
  const connection = await anEmptyPostgresDatabase();
  const other = await beside(t, connection);
  const database = `${connection.database}_ascii`;
  await other.query(`create database ${database} template template0 encoding 'SQL_ASCII' locale 'C'`);
  await assert.rejects(openPostgres({ ...connection, database }, silent), /stores text as SQL_ASCII/);
});

test('a statement that takes too long is ended, and what follows goes on', async (t) => {
  const { database } = await open(t, { statementTimeoutMs: 50 });
  const sleepLong = ({ db }: Session) => sql`select pg_sleep(30)`.execute(db);
  await assert.rejects(database.transaction(sleepLong, { durable: false }), /statement timeout/);
  await assert.rejects(sleepLong(database), /statement timeout/);
  await database.transaction((tx) => insert(tx, 'after'), { durable: false });
  assert.deepEqual(await names(database), ['after']);
});

test('a transaction that may take its time is not ended', async (t) => {
  const { database } = await open(t, { statementTimeoutMs: 50 });
  const look = async ({ db }: Session) => {
    await sql`select pg_sleep(0.2)`.execute(db);
    return true;
  };
  assert.ok(await database.transaction(look, { durable: true, unhurried: true }));
});

test('a server that says nothing any more is given up, and what follows has a new connection', async (t) => {
  const { database } = await open(t, { statementTimeoutMs: 100 });
  const stuck = async ({ db }: Session) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    const { pid } = rows[0]!;
    process.kill(pid, 'SIGSTOP');
    t.after(() => process.kill(pid, 'SIGCONT'));
    await insert({ db } as Session, 'lost');
  };
  await assert.rejects(database.transaction(stuck, { durable: false }), /Query read timeout/);
  await database.transaction((tx) => insert(tx, 'after'), { durable: false });
  assert.deepEqual(await names(database), ['after']);
});

test('a transaction that does nothing any more loses its session and its locks', async (t) => {
  const { database, connection } = await open(t, { idleInTransactionTimeoutMs: 50 });
  const other = await beside(t, connection);
  const idle = database.transaction(
    async (tx) => {
      await insert(tx, 'idle');
      // Waits for the row that the transaction holds, which is given up with its session.
      await other.query(
        "insert into channels (name, uid, generation, type, spec_json) values ('idle', 'u', 1, 'chat', '{}')",
      );
    },
    { durable: false },
  );
  await assert.rejects(idle);
  assert.deepEqual(await names(database), ['idle']);
});
