import { openStore } from '../src/store/store.ts';
import type { PostgresConnection } from '../src/store/postgres-connection.ts';
import { PostgresServer } from './postgres-server.ts';

/** One for all test files of the process, started by the first that wants a database; it ends with the process. */
let server: Promise<PostgresServer> | null = null;

/** With the schema and no rows: making a database takes ten times as long as emptying one. */
const unused: PostgresConnection[] = [];

export interface TestDatabase extends AsyncDisposable {
  readonly connection: PostgresConnection;
}

/**
 * A database on the shared server for one test at a time: it holds the schema of this version and no rows.
 * Whoever disposes of it has closed their connections.
 */
export async function aPostgresDatabase(): Promise<TestDatabase> {
  const running = await sharedServer();
  const connection = unused.pop() ?? (await withSchema(await running.createDatabase()));
  return {
    connection,
    [Symbol.asyncDispose]: async () => {
      await running.emptyDatabase(connection);
      unused.push(connection);
    },
  };
}

/** A database without the schema, for one test. */
export async function anEmptyPostgresDatabase(): Promise<PostgresConnection> {
  return (await sharedServer()).createDatabase();
}

function sharedServer(): Promise<PostgresServer> {
  server ??= PostgresServer.start();
  return server;
}

async function withSchema(connection: PostgresConnection): Promise<PostgresConnection> {
  const store = await openStore({ postgres: connection, log: { info: () => {} } });
  await store.close();
  return connection;
}
