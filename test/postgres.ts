import { after } from 'node:test';
import type { PostgresConnection } from '../src/store/postgres-connection.ts';
import { PostgresServer } from './postgres-server.ts';

/** One server for all test files of the process, started by the first that wants a database. */
let server: Promise<PostgresServer> | null = null;
after(async () => (await server)?.stop());

export interface TestDatabase extends AsyncDisposable {
  readonly connection: PostgresConnection;
}

/** An empty database of its own on the shared server; gone when it is disposed of. */
export async function aPostgresDatabase(): Promise<TestDatabase> {
  server ??= PostgresServer.start();
  const running = await server;
  const connection = await running.createDatabase();
  return { connection, [Symbol.asyncDispose]: () => running.dropDatabase(connection) };
}
