import { randomUUID } from 'node:crypto';
import { type CompiledQuery, Kysely, sql, type Expression, type RawBuilder } from 'kysely';
import type { Database, Session } from './database.ts';
import { Mutex } from './mutex.ts';
import { PreparedQueries } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import { SqliteClient } from './sqlite-client.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { StatementChange, StatementRows } from './sqlite-protocol.ts';
import { TransactionStatements } from './transaction-statements.ts';

/**
 * Opens a SQLite file (made when there is none) or `:memory:`. Reads outside of a transaction run on
 * a connection of their own and see the last commit; writes outside of one wait for the open one.
 * In memory there is one connection, and reads wait too.
 */
export async function openSqlite(path: string): Promise<Database> {
  const client = await SqliteClient.open({ path });
  const lock = new Mutex();
  const prepared = new PreparedQueries();
  const readsWait = path === ':memory:';
  // SQLite counts the commits that one connection sees of the others, from its opening on.
  const opening = randomUUID();
  let commits = 0;

  async function runOutside(query: CompiledQuery): Promise<StatementRows | StatementChange> {
    const reads = query.query.kind === 'SelectQueryNode';
    if (reads && !readsWait) {
      return client.run('read', query.sql, query.parameters);
    }
    const release = await lock.acquire();
    try {
      return await client.run('write', query.sql, query.parameters);
    } finally {
      if (!reads) commits += 1;
      release();
    }
  }

  async function transaction<T>(
    fn: (session: Session) => Promise<T>,
    { durable }: { readonly durable: boolean },
  ): Promise<T> {
    const release = await lock.acquire();
    try {
      return await runTransaction(client, prepared, durable ? DURABLE : USUAL, fn);
    } finally {
      commits += 1;
      release();
    }
  }

  async function dataVersion(): Promise<string> {
    // The one connection of a database in memory sees nobody else's commits.
    const seen = readsWait ? commits : onlyNumber(await client.run('read', 'pragma data_version', []));
    return `${opening}-${seen}`;
  }

  const db = new Kysely<Schema>({ dialect: sqliteDialect(runOutside) });
  return {
    type: 'sqlite',
    db,
    prepared,
    transaction,
    atomically: (fn) => transaction(fn, { durable: false }),
    percentile,
    dataVersion,
    sizeBytes: () => sizeBytes(client),
    tableSizes: () => tableSizes(client),
    close: async () => {
      const release = await lock.acquire();
      try {
        await client.close();
      } finally {
        release();
      }
    },
  };
}

interface TransactionKind {
  readonly opening: readonly string[];
  readonly closing: readonly string[];
}

const USUAL: TransactionKind = { opening: ['begin immediate'], closing: [] };
const DURABLE: TransactionKind = {
  opening: ['pragma synchronous = full', 'begin immediate'],
  closing: ['pragma synchronous = normal'],
};

/**
 * The caller holds the lock of the writing connection. What opens the transaction travels with its first
 * statements, which are refused if it could not be opened.
 */
async function runTransaction<T>(
  client: SqliteClient,
  prepared: PreparedQueries,
  { opening, closing }: TransactionKind,
  fn: (session: Session) => Promise<T>,
): Promise<T> {
  const statements = new TransactionStatements((query) =>
    client.run('transaction', query.sql, query.parameters),
  );
  const opened = Promise.all(opening.map((text) => client.run('write', text, [])));
  try {
    const [, value] = await Promise.all([opened, fn(sessionOf(statements, prepared))]);
    await statements.end();
    await client.run('transaction', 'commit', []);
    return value;
  } catch (error) {
    await statements.end().catch(() => undefined);
    // Fails only where nothing is left to roll back: none was opened, SQLite did it, or the worker is gone.
    await client.run('transaction', 'rollback', []).catch(() => undefined);
    throw error;
  } finally {
    // Travels with the next statement; fails only when the worker is gone.
    for (const text of closing) void client.run('write', text, []).catch(() => undefined);
  }
}

function sessionOf(
  statements: TransactionStatements<StatementRows | StatementChange>,
  prepared: PreparedQueries,
): Session {
  const session: Session = {
    type: 'sqlite',
    db: new Kysely<Schema>({ dialect: sqliteDialect((query) => statements.run(query)) }),
    prepared,
    atomically: (fn) => fn(session),
    percentile,
  };
  return session;
}

function percentile(value: Expression<number | null>, fraction: number): RawBuilder<number | null> {
  return sql<number | null>`percentile_cont(${value}, ${sql.lit(fraction)})`;
}

async function sizeBytes(client: SqliteClient): Promise<number> {
  const [count, size] = await Promise.all([
    client.run('read', 'pragma page_count', []),
    client.run('read', 'pragma page_size', []),
  ]);
  return onlyNumber(count) * onlyNumber(size);
}

/** Reads every page of the file once: 400 MB take a tenth of a second when the system has them in memory. */
async function tableSizes(client: SqliteClient): Promise<ReadonlyMap<string, number>> {
  const result = await client.run(
    'read',
    `select tbl_name, sum(pgsize) from dbstat join sqlite_schema using (name)
     where aggregate = 1 and tbl_name not like 'sqlite_%' group by tbl_name`,
    [],
  );
  if (result.kind !== 'rows') return new Map();
  return new Map(result.rows.map(([name, bytes]) => [String(name), Number(bytes)]));
}

function onlyNumber(result: StatementRows | StatementChange): number {
  return result.kind === 'rows' ? Number(result.rows[0]?.[0] ?? 0) : 0;
}
