import {
  type CompiledQuery,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { StatementChange, StatementRows } from './sqlite-protocol.ts';
import { type SqlFlavour, statementDialect } from './statement-dialect.ts';

/** Kysely's SQLite dialect over a function that hands a statement to the worker. */
export function sqliteDialect(
  run: (query: CompiledQuery) => Promise<StatementRows | StatementChange>,
): Dialect {
  return statementDialect(SQLITE, async (query) => toQueryResult(await run(query)));
}

class PipeliningAdapter extends SqliteAdapter {
  /** Else Kysely puts a mutex of its own around the connection and sends one statement at a time. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

const SQLITE: SqlFlavour = {
  createAdapter: () => new PipeliningAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
};

function toQueryResult(result: StatementRows | StatementChange): QueryResult<Record<string, unknown>> {
  if (result.kind === 'change') return { rows: [], numAffectedRows: BigInt(result.changes) };
  return { rows: toObjects(result) };
}

function toObjects({ columns, rows }: StatementRows): Record<string, unknown>[] {
  return rows.map((row) => {
    const object: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index++) object[columns[index]!] = row[index];
    return object;
  });
}
