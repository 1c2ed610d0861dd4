import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig, Pool, type PoolClient, type QueryResult, types } from 'pg';
import { type Backoff, backoffMs } from '../lib/backoff.ts';
import {
  describeConnection,
  type PostgresConnection,
  sessionSettings,
  toClientConfig,
} from './postgres-connection.ts';
import { isConnectionFault } from './postgres-fault.ts';
import { sqlParameter } from './sql-parameter.ts';

export interface PostgresStatement {
  /** The server parses it once for a connection, and keeps its plan; without a name each time. */
  readonly name?: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

interface Log {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
}

/** A server that is started together with this process may take so long. */
const OPENING_PATIENCE_MS = 60_000;

/** A server that restarts is back by then; a request that waits longer has failed for its caller. */
const PATIENCE_MS = 5_000;

const RETRY: Backoff = { firstMs: 50, longestMs: 1_000 };

/** Connecting anew costs some ms: kept over the pauses of a page that asks every few seconds. */
const IDLE_MS = 60_000;

/**
 * Connections to one PostgreSQL database. One that breaks is replaced; while the server is away, who
 * wants a connection waits some seconds for it.
 */
export class PostgresPool {
  readonly #pool: Pool;
  #closed: Promise<void> | null = null;

  /** Waits for a server that does not answer yet. Throws, with the place and the reason, when it refuses us. */
  static async open(connection: PostgresConnection, log: Log): Promise<PostgresPool> {
    try {
      const config = toClientConfig(connection);
      let waiting = false;
      return await patiently(
        OPENING_PATIENCE_MS,
        () => PostgresPool.#connect(connection, config),
        (error) => {
          if (waiting) return;
          waiting = true;
          log.info({ reason: error.message }, 'The database does not answer yet: waiting for it');
        },
      );
    } catch (error) {
      const { message } = error as Error;
      throw new Error(`The database ${describeConnection(connection)} cannot be opened: ${message}`, {
        cause: error,
      });
    }
  }

  static async #connect(connection: PostgresConnection, config: ClientConfig): Promise<PostgresPool> {
    const pool = new PostgresPool(
      { ...config, ssl: connection.tls.mode === 'prefer' ? await offeredTls(config) : config.ssl },
      connection,
    );
    try {
      pool.release(await pool.#pool.connect());
      return pool;
    } catch (error) {
      await pool.close();
      throw error;
    }
  }

  private constructor(config: ClientConfig, connection: PostgresConnection) {
    const settings = sessionSettings(connection);
    this.#pool = new Pool({
      ...config,
      max: connection.maxConnections,
      idleTimeoutMillis: IDLE_MS,
      types: { getTypeParser },
    });
    // A connection that breaks while nobody uses it is replaced when one is wanted; one that breaks
    // in use tells its user by the statement that fails.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    // Sent before anything else. A pooler in between may refuse it; the timeout at this end stays.
    if (settings !== null) this.#pool.on('connect', (client) => void client.query(settings).catch(() => {}));
  }

  /**
   * A connection on which `begin` has run, waiting some seconds for a server that is away; the caller
   * gives it back with `release`.
   */
  begin(begin: string): Promise<PoolClient> {
    return this.#patiently(async () => {
      const client = await this.#pool.connect();
      try {
        await client.query(begin);
        return client;
      } catch (error) {
        this.release(client, error);
        throw error;
      }
    });
  }

  /**
   * Runs one statement in a transaction of its own. When the connection breaks while it runs, nobody
   * knows whether it took effect: it is run again where `isRepeatable` says that this does no harm, else
   * it fails.
   */
  async run(statement: PostgresStatement, isRepeatable: boolean): Promise<QueryResult> {
    const runOn = async (client: PoolClient) => {
      try {
        const result = await send(client, statement);
        this.release(client);
        return result;
      } catch (error) {
        this.release(client, error);
        throw error;
      }
    };
    if (isRepeatable) return this.#patiently(async () => runOn(await this.#pool.connect()));
    return runOn(await this.#patiently(() => this.#pool.connect()));
  }

  /** Gives the connection back; after `error`, it is closed when the error says that it is broken. */
  release(client: PoolClient, error: unknown = null): void {
    client.release(error !== null && isConnectionFault(error));
  }

  /** Waits for what was begun. Calling it again waits for the same. */
  close(): Promise<void> {
    this.#closed ??= this.#pool.end();
    return this.#closed;
  }

  #patiently<T>(attempt: () => Promise<T>): Promise<T> {
    return patiently(PATIENCE_MS, () => {
      if (this.#closed !== null) return Promise.reject(new Error('The database is closed'));
      return attempt();
    });
  }
}

/**
 * Runs the statement on a connection; rejects with an Error that names its SQL and whose `cause` is the driver's. It
 * waits for the answer as long as for any on that connection, unless `answerTimeoutMs` says otherwise.
 */
export async function send(
  client: PoolClient,
  { name, sql, parameters }: PostgresStatement,
  answerTimeoutMs?: number,
): Promise<QueryResult> {
  const values = parameters.map(sqlParameter);
  const patience = answerTimeoutMs === undefined ? {} : { query_timeout: answerTimeoutMs };
  try {
    return await client.query({ ...(name === undefined ? {} : { name }), text: sql, values, ...patience });
  } catch (error) {
    throw new Error(`${(error as Error).message} (in: ${sql})`, { cause: error });
  }
}

/** Attempts again, for so long, what fails because the server is away. */
async function patiently<T>(
  patienceMs: number,
  attempt: () => Promise<T>,
  onFault: (error: Error) => void = () => {},
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConnectionFault(error) || performance.now() >= deadline) throw error;
      onFault(error as Error);
      await sleep(backoffMs(RETRY, attempts, Math.random()));
    }
  }
}

/** The encryption that is wanted, when the server can do it; else none. */
async function offeredTls(config: ClientConfig): Promise<ClientConfig['ssl']> {
  if (config.ssl === false) return false;
  const client = new Client(config);
  client.on('error', () => {});
  try {
    await client.connect();
    return config.ssl;
  } catch (error) {
    if ((error as Error).message === 'The server does not support SSL connections') return false;
    throw error;
  } finally {
    await client.end();
  }
}

const BOOLEAN = 16;
const BIGINT = 20;
const NUMERIC = 1700;

/** Values as SQLite returns them: every number a number, a truth value 1 or 0. */
function getTypeParser(...[type, format]: Parameters<typeof types.getTypeParser>) {
  switch (type as number) {
    case BIGINT:
    case NUMERIC:
      return Number;
    case BOOLEAN:
      return (text: string) => (text === 't' ? 1 : 0);
    default:
      return types.getTypeParser(type, format);
  }
}
