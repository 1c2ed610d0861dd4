import type { KeptAnswer } from '../lib/kept-answer.ts';
import type { Database } from './database.ts';
import type { TableStats } from './table-stats.ts';

export interface StoreStats {
  readonly executions: number;
  readonly alerts: number;
  readonly monitors: number;
  readonly channels: number;
  /** Bytes of tables and indexes, without the write-ahead log. */
  readonly sizeBytes: number;
  readonly tables: readonly TableStats[];
}

/** How much is kept. Executions are added up from their CronJobs' counters: counting millions takes a second. */
export async function stats(
  database: Database,
  keptTables: KeptAnswer<readonly TableStats[]>,
): Promise<StoreStats> {
  const [counts, bytes, tables] = await Promise.all([
    database.db
      .selectNoFrom((eb) => [
        eb
          .selectFrom('cron_jobs')
          .select(({ fn }) => fn.coalesce(fn.sum<number>('execution_count'), eb.lit(0)).as('n'))
          .as('executions'),
        eb
          .selectFrom('alerts')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('alerts'),
        eb
          .selectFrom('monitors')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('monitors'),
        eb
          .selectFrom('channels')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('channels'),
      ])
      .executeTakeFirstOrThrow(),
    database.sizeBytes(),
    keptTables.get(),
  ]);
  return {
    executions: counts.executions ?? 0,
    alerts: counts.alerts ?? 0,
    monitors: counts.monitors ?? 0,
    channels: counts.channels ?? 0,
    sizeBytes: bytes,
    tables,
  };
}
