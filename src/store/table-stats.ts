import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** How much a table keeps. */
export interface TableStats {
  readonly name: string;
  readonly rows: number;
  /** With its indexes. */
  readonly sizeBytes: number;
}

/** Every table of the schema, the largest first. Reads them all, which takes a second from some GB on. */
export async function tableStats(database: Database): Promise<readonly TableStats[]> {
  const stats: TableStats[] = [];
  for (const [name, sizeBytes] of await database.tableSizes()) {
    // One after the other, so that other queries come in between.
    const { rows } = await database.db
      .selectFrom(name as keyof Schema)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    stats.push({ name, rows, sizeBytes });
  }
  return stats.sort((a, b) => b.sizeBytes - a.sizeBytes || (a.name < b.name ? -1 : 1));
}
