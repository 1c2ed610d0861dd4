import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { StatementChange, StatementRows } from './sqlite-protocol.ts';

/** Runs one statement somewhere: on the lane it belongs to, or within one transaction. */
export type RunStatement = (query: CompiledQuery) => Promise<StatementRows | StatementChange>;

/**
 * Kysely's SQLite dialect over a function that runs a statement. It knows no transactions: Kysely
 * would await each statement of one before it sends the next, where the worker takes hundreds in one
 * message. `sqlite.ts` opens transactions and makes one Kysely instance for each.
 */
export function sqliteDialect(run: RunStatement): Dialect {
  const connection = connectionOver(run);
  return {
    createAdapter: () => new PipeliningAdapter(),
    createDriver: () => driverOf(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class PipeliningAdapter extends SqliteAdapter {
  /** Else Kysely puts a mutex of its own around the connection and sends one statement at a time. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function driverOf(connection: DatabaseConnection): Driver {
  const refuse = (): Promise<never> =>
    Promise.reject(new Error("Transactions are opened by the store's transaction(), not by Kysely"));
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    destroy: () => Promise.resolve(),
  };
}

function connectionOver(run: RunStatement): DatabaseConnection {
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const result = await run(query);
      if (result.kind === 'change') return { rows: [], numAffectedRows: BigInt(result.changes) };
      return { rows: toObjects(result) as R[] };
    },
    streamQuery(): never {
      throw new Error('A stream would hold the database: read long lists in pages');
    },
  };
}

function toObjects({ columns, rows }: StatementRows): Record<string, unknown>[] {
  return rows.map((row) => {
    const object: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index++) object[columns[index]!] = row[index];
    return object;
  });
}
