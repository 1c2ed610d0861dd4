import {
  ColumnDefinitionNode,
  type CompiledQuery,
  type DataTypeNode,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { QueryResult } from 'pg';
import { type SqlFlavour, statementDialect } from './statement-dialect.ts';

/** Kysely's PostgreSQL dialect over a function that sends a statement to the server. */
export function postgresDialect(run: (query: CompiledQuery) => Promise<QueryResult>): Dialect {
  return statementDialect(POSTGRES, async (query) => {
    const { rows, rowCount } = await run(query);
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  });
}

class PostgresCompiler extends PostgresQueryCompiler {
  /**
   * Text columns are compared byte by byte, as SQLite compares them: every list has the same order on
   * both databases, whatever locale a server was set up with.
   */
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    const isColumn = this.parentNode !== undefined && ColumnDefinitionNode.is(this.parentNode);
    if (isColumn && node.dataType === 'text') this.append(' collate "C"');
  }
}

const POSTGRES: SqlFlavour = {
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
};
