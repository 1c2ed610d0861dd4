import { randomUUID } from 'node:crypto';
import { type CompiledQuery, Kysely, sql, type Expression, type RawBuilder } from 'kysely';
import type { Database, Session } from './database.ts';
import { Mutex } from './mutex.ts';
import { PreparedQueries } from './prepared-query.ts';
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
      if (!durable) return await runTransaction(client, prepared, fn);
      await client.run('write', 'pragma synchronous = full', []);
      try {
        return await runTransaction(client, prepared, fn);
      } finally {
        await client.run('write', 'pragma synchronous = normal', []);
      }
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

/** The caller holds the lock of the writing connection. */
async function runTransaction<T>(
  client: SqliteClient,
  prepared: PreparedQueries,
  fn: (session: Session) => Promise<T>,
): Promise<T> {
  const statements = new TransactionStatements(client);
  await client.run('write', 'begin immediate', []);
  try {
    const value = await fn(sessionOf(statements, prepared));
    await statements.end();
    await client.run('write', 'commit', []);
    return value;
  } catch (error) {
    await statements.end().catch(() => undefined);
    // Fails only where nothing is left to roll back: SQLite did it, or the worker is gone.
    await client.run('write', 'rollback', []).catch(() => undefined);
    throw error;
  }
}

/** The statements of one transaction: none is lost, none comes after its end. */
class TransactionStatements {
  readonly #client: SqliteClient;
  readonly #running = new Set<Promise<unknown>>();
  #failure: { readonly error: unknown } | null = null;
  #ended = false;

  constructor(client: SqliteClient) {
    this.#client = client;
  }

  run(query: CompiledQuery): Promise<StatementRows | StatementChange> {
    if (this.#ended) return Promise.reject(new Error('The transaction has ended'));
    const result = this.#client.run('write', query.sql, query.parameters);
    this.#running.add(result);
    const forget = (): void => void this.#running.delete(result);
    result.then(forget, (error: unknown) => {
      this.#failure ??= { error };
      forget();
    });
    return result;
  }

  /** Waits for the statements still on their way; throws the first failure of all. */
  async end(): Promise<void> {
    this.#ended = true;
    await Promise.allSettled(this.#running);
    if (this.#failure !== null) throw this.#failure.error;
  }
}

function sessionOf(statements: TransactionStatements, prepared: PreparedQueries): Session {
  const session: Session = {
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

function onlyNumber(result: StatementRows | StatementChange): number {
  return result.kind === 'rows' ? Number(result.rows[0]?.[0] ?? 0) : 0;
}
