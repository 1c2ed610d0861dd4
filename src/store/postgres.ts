import { type CompiledQuery, Kysely, sql, type Expression, type RawBuilder } from 'kysely';
import type { PoolClient, QueryResult } from 'pg';
import type { Database, Session } from './database.ts';
import { Mutex } from './mutex.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { PostgresPool, send } from './postgres-pool.ts';
import { PreparedQueries, type PreparedQuery } from './prepared-query.ts';
import type { Schema } from './schema.ts';
import { TransactionStatements } from './transaction-statements.ts';

interface Log {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
}

/** The oldest version that its makers still mend. */
const OLDEST_VERSION = 15;

/**
 * A commit that is not durable is written to the server's own disk, and waits for no standby. Less
 * (`off`) would lose commits with a crash of the server alone, and this process, which goes on, would
 * take them for kept.
 */
const BEGIN = 'begin; set local synchronous_commit = local';
const BEGIN_DURABLE = 'begin; set local synchronous_commit = on';

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
    { durable }: { readonly durable: boolean },
  ): Promise<T> {
    const release = await lock.acquire();
    try {
      return await runTransaction(pool, prepared, durable ? BEGIN_DURABLE : BEGIN, fn);
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

async function runTransaction<T>(
  pool: PostgresPool,
  prepared: PreparedQueries,
  begin: string,
  fn: (session: Session) => Promise<T>,
): Promise<T> {
  const client = await pool.begin(begin);
  const statements = new TransactionStatements((query: CompiledQuery & Partial<PreparedQuery>) =>
    send(client, query),
  );
  try {
    const value = await fn(sessionOf(statements, prepared));
    await statements.end();
    await client.query('commit');
    pool.release(client);
    return value;
  } catch (error) {
    await statements.end().catch(() => undefined);
    await rollBack(pool, client);
    throw error;
  }
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

function sessionOf(statements: TransactionStatements<QueryResult>, prepared: PreparedQueries): Session {
  const session: Session = {
    type: 'postgres',
    db: new Kysely<Schema>({ dialect: postgresDialect((query) => statements.run(query)) }),
    prepared,
    atomically: (fn) => fn(session),
    percentile,
  };
  return session;
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
