import { openStore } from '../src/store/store.ts';
import type { PostgresConnection } from '../src/store/postgres-connection.ts';
import { PostgresServer } from './postgres-server.ts';

interface SharedServer {
  readonly server: PostgresServer;
  /** With the schema of this version, which takes longer to make than to copy. */
  readonly template: PostgresConnection;
}

/** One for all test files of the process, started by the first that wants a database; it ends with the process. */
let shared: Promise<SharedServer> | null = null;

export interface TestDatabase extends AsyncDisposable {
  readonly connection: PostgresConnection;
}

/** A database of its own on the shared server, with the schema and no rows; gone when it is disposed of. */
export function aPostgresDatabase(): Promise<TestDatabase> {
  return createDatabase(({ template }) => template);
}

/** Likewise, without the schema. */
export function anEmptyPostgresDatabase(): Promise<TestDatabase> {
  return createDatabase(() => null);
}

async function createDatabase(
  templateOf: (shared: SharedServer) => PostgresConnection | null,
): Promise<TestDatabase> {
  shared ??= startServer();
  const running = await shared;
  const connection = await running.server.createDatabase(templateOf(running));
  return { connection, [Symbol.asyncDispose]: () => running.server.dropDatabase(connection) };
}

async function startServer(): Promise<SharedServer> {
  const server = await PostgresServer.start();
  const template = await server.createDatabase();
  const store = await openStore({ postgres: template, log: { info: () => {} } });
  await store.close();
  return { server, template };
}
