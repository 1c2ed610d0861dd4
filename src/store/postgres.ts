import { type CompiledQuery, Kysely, sql, type Expression, type RawBuilder } from 'kysely';
import type { PoolClient, QueryResult } from 'pg';
import type { Database, Session, TransactionOptions } from './database.ts';
import { Mutex } from './mutex.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { PostgresPool, send } from './postgres-pool.ts';
import { PreparedQueries, type PreparedQuery } from './prepared-query.ts';
import { type OpenTransaction, runTransaction } from './run-transaction.ts';
import type { Schema } from './schema.ts';

interface Log {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
}

/** The oldest version that its makers still mend. */
const OLDEST_VERSION = 15;

/**
 * Opens a PostgreSQL database. Reads outside of a transaction run beside it and see the last commit;
 * writes outside of one wait for the open one of this process. Other processes may write at the same
 * time.
 */
export async function openPostgres(connection: PostgresConnection, log: Log): Promise<Database> {
  const pool = await PostgresPool.open(connection, log);
  try {
    await checkServer(pool);
  } catch (error) {
    await pool.close();
    throw error;
  }
  const lock = new Mutex();
  const prepared = new PreparedQueries();
  const kind = { type: 'postgres', prepared, percentile, dialect: postgresDialect } as const;

  async function runOutside(query: CompiledQuery): Promise<QueryResult> {
    if (query.query.kind === 'SelectQueryNode') return pool.run(query, true);
    const release = await lock.acquire();
    try {
      return await pool.run(query, isRepeatable(query));
    } finally {
      release();
    }
  }

  async function transaction<T>(
    fn: (session: Session) => Promise<T>,
    options: TransactionOptions,
  ): Promise<T> {
    const release = await lock.acquire();
    try {
      return await runTransaction(await begin(pool, options), kind, fn);
    } finally {
      release();
    }
  }

  return {
    type: 'postgres',
    db: new Kysely<Schema>({ dialect: postgresDialect(runOutside) }),
    prepared,
    transaction,
    atomically: (fn) => transaction(fn, { durable: false }),
    percentile,
    dataVersion: () => dataVersion(pool),
    sizeBytes: () => sizeBytes(pool),
    tableSizes: () => tableSizes(pool),
    close: async () => {
      const release = await lock.acquire();
      try {
        await pool.close();
      } finally {
        release();
      }
    },
  };
}

/** An insertion that says what to do on a conflict was written to be told twice. */
function isRepeatable({ query }: CompiledQuery): boolean {
  return query.kind === 'InsertQueryNode' && query.onConflict !== undefined;
}

async function begin(pool: PostgresPool, options: TransactionOptions): Promise<OpenTransaction<QueryResult>> {
  const client = await pool.begin(beginning(options));
  const answerTimeoutMs = options.unhurried ? NEVER_MS : undefined;
  return {
    begun: Promise.resolve(),
    send: (query: CompiledQuery & Partial<PreparedQuery>) => send(client, query, answerTimeoutMs),
    commit: async () => {
      await client.query('commit');
      pool.release(client);
    },
    rollBack: () => rollBack(pool, client),
  };
}

/** The longest that a timer can wait: 24 days. */
const NEVER_MS = 2 ** 31 - 1;

/**
 * A commit that is not durable is written to the server's own disk, and waits for no standby. Less (`off`) would lose
 * commits with a crash of the server alone, and this process, which goes on, would take them for kept.
 */
function beginning({ durable, unhurried = false }: TransactionOptions): string {
  const commit = `set local synchronous_commit = ${durable ? 'on' : 'local'}`;
  return `begin; ${commit}${unhurried ? '; set local statement_timeout = 0' : ''}`;
}

/** A connection that cannot even roll back is closed, which rolls back too. */
async function rollBack(pool: PostgresPool, client: PoolClient): Promise<void> {
  const isRolledBack = await client.query('rollback').then(
    () => true,
    () => false,
  );
  if (isRolledBack) pool.release(client);
  else client.release(true);
}

function percentile(value: Expression<number | null>, fraction: number): RawBuilder<number | null> {
  return sql<number | null>`percentile_cont(${sql.lit(fraction)}) within group (order by ${value})`;
}

/**
 * Which transactions a read that begins now sees: other ones after every commit on the server. A write to another
 * of its databases changes it too, which costs an answer and no more.
 */
async function dataVersion(pool: PostgresPool): Promise<string> {
  const { rows } = await pool.run(
    { sql: "select translate(pg_current_snapshot()::text, ':,', '--') as version", parameters: [] },
    true,
  );
  return rows[0].version;
}

/** Of the tables of our schema, and not of the whole database, which others may use too. */
async function tableSizes(pool: PostgresPool): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.run(
    {
      sql: `select relname, pg_total_relation_size(oid) as bytes from pg_class
        where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
      parameters: [],
    },
    true,
  );
  return new Map(rows.map(({ relname, bytes }) => [relname, bytes]));
}

async function sizeBytes(pool: PostgresPool): Promise<number> {
  const sizes = await tableSizes(pool);
  return sizes.values().reduce((sum, bytes) => sum + bytes, 0);
}

async function checkServer(pool: PostgresPool): Promise<void> {
  const { rows } = await pool.run(
    {
      sql: `select current_setting('server_version') as version,
        current_setting('server_version_num')::integer as number,
        current_setting('server_encoding') as encoding`,
      parameters: [],
    },
    true,
  );
  const { version, number, encoding } = rows[0];
  if (number < OLDEST_VERSION * 10_000) {
    throw new Error(`The database is PostgreSQL ${version}; version ${OLDEST_VERSION} or newer is needed`);
  }
  if (encoding !== 'UTF8') {
    throw new Error(`The database stores text as ${encoding}; create one with the encoding UTF8`);
  }
}
