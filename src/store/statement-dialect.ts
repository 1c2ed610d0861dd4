import type {
  CompiledQuery,
  DatabaseConnection,
  DatabaseIntrospector,
  Dialect,
  DialectAdapter,
  Driver,
  Kysely,
  QueryCompiler,
  QueryResult,
} from 'kysely';

/** Runs one statement somewhere: outside of any transaction, or within one. */
export type RunStatement = (query: CompiledQuery) => Promise<QueryResult<Record<string, unknown>>>;

/** How Kysely writes SQL for one kind of database. */
export interface SqlFlavour {
  readonly createAdapter: () => DialectAdapter;
  readonly createQueryCompiler: () => QueryCompiler;
  readonly createIntrospector: (db: Kysely<unknown>) => DatabaseIntrospector;
}

/**
 * A Kysely dialect over a function that runs a statement. It knows no transactions: Kysely would await
 * each statement of one before it sends the next, where both databases take hundreds at once. Who
 * opens a transaction makes a Kysely instance for it.
 */
export function statementDialect(flavour: SqlFlavour, run: RunStatement): Dialect {
  const connection = connectionOver(run);
  return {
    createAdapter: flavour.createAdapter,
    createQueryCompiler: flavour.createQueryCompiler,
    createIntrospector: flavour.createIntrospector,
    createDriver: () => driverOf(connection),
  };
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
    executeQuery: <R>(query: CompiledQuery) => run(query) as Promise<QueryResult<R>>,
    streamQuery(): never {
      throw new Error('A stream would hold the database: read long lists in pages');
    },
  };
}
