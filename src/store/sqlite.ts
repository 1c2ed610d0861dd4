import { randomUUID } from 'node:crypto';
import { type CompiledQuery, Kysely, sql, type Expression, type RawBuilder } from 'kysely';
import type { Database, Session, TransactionOptions } from './database.ts';
import { Mutex } from './mutex.ts';
import { PreparedQueries } from './prepared-query.ts';
import { type OpenTransaction, runTransaction } from './run-transaction.ts';
import type { Schema } from './schema.ts';
import { SqliteClient } from './sqlite-client.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { StatementChange, StatementRows } from './sqlite-protocol.ts';

/**
 * Opens a SQLite file (made when there is none) or `:memory:`. Reads outside of a transaction run on
 * a connection of their own and see the last commit; writes outside of one wait for the open one.
 * In memory there is one connection, and reads wait too.
 */
export async function openSqlite(path: string): Promise<Database> {
  const client = await SqliteClient.open({ path });
  const lock = new Mutex();
  const prepared = new PreparedQueries();
  const kind = { type: 'sqlite', prepared, percentile, dialect: sqliteDialect } as const;
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
    { durable }: TransactionOptions,
  ): Promise<T> {
    const release = await lock.acquire();
    try {
      return await runTransaction(begin(client, durable), kind, fn);
    } finally {
      // Travels with the next statement; fails only when the worker is gone.
      if (durable) void client.run('write', 'pragma synchronous = normal', []).catch(() => undefined);
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

/**
 * The caller holds the lock of the writing connection. What begins the transaction travels with its first
 * statements, which the worker refuses if it could not begin.
 */
function begin(client: SqliteClient, durable: boolean): OpenTransaction<StatementRows | StatementChange> {
  const opening = [...(durable ? ['pragma synchronous = full'] : []), 'begin immediate'];
  return {
    begun: Promise.all(opening.map((text) => client.run('write', text, []))),
    send: (query) => client.run('transaction', query.sql, query.parameters),
    commit: async () => void (await client.run('transaction', 'commit', [])),
    // Fails only where nothing is left to roll back: none began, SQLite did it, or the worker is gone.
    rollBack: async () => void (await client.run('transaction', 'rollback', []).catch(() => undefined)),
  };
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
