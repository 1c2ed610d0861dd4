import { chunks } from '../lib/chunks.ts';
import type { Database, Session } from './database.ts';
import { raiseHistoryRevision } from './history-revision.ts';
import { ROWS_PER_STATEMENT } from './rows-per-statement.ts';

/** So many go in one transaction: other writers wait some ms for it. */
const SLOTS_PER_CHUNK = 500;

/**
 * Deletes the slots without a run that passed before an instant, as runs of that time are: what is left of a
 * time would else look as if nothing had ever run in it. Of all CronJobs unless some are named.
 */
export async function pruneSlots(
  database: Pick<Database, 'db' | 'transaction'>,
  before: number,
  { signal, cronJobIds }: { readonly signal?: AbortSignal; readonly cronJobIds?: readonly number[] } = {},
): Promise<void> {
  for (const among of cronJobIds === undefined ? [null] : chunks(cronJobIds, ROWS_PER_STATEMENT)) {
    for (const id of await cronJobsWithSlots(database, before, among)) {
      let more = true;
      // The next transaction is the next turn of everybody else too.
      while (more) more = signal?.aborted !== true && (await pruneChunk(database, id, before));
    }
  }
}

/** Those that have any before the instant, of all or `among` some: one look into the index for each. */
async function cronJobsWithSlots(
  { db }: Pick<Database, 'db'>,
  before: number,
  among: readonly number[] | null,
): Promise<number[]> {
  const rows = await db
    .selectFrom('cron_jobs')
    .select('id')
    .$if(among !== null, (query) => query.where('id', 'in', among!))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('slots')
          .select('slot_at')
          .whereRef('cron_job_id', '=', 'cron_jobs.id')
          .where('slot_at', '<', before),
      ),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether there may be more. */
function pruneChunk(
  database: Pick<Database, 'transaction'>,
  cronJobId: number,
  before: number,
): Promise<boolean> {
  return database.transaction(
    async (tx) => {
      const removed = await removeOldest(tx, cronJobId, before);
      if (removed > 0) await raiseHistoryRevision(tx, cronJobId, removed);
      return removed === SLOTS_PER_CHUNK;
    },
    { durable: false },
  );
}

async function removeOldest({ db }: Session, cronJobId: number, before: number): Promise<number> {
  const result = await db
    .deleteFrom('slots')
    .where('cron_job_id', '=', cronJobId)
    .where('slot_at', 'in', (eb) =>
      eb
        .selectFrom('slots as old')
        .select('old.slot_at')
        .where('old.cron_job_id', '=', cronJobId)
        .where('old.slot_at', '<', before)
        .orderBy('old.slot_at')
        .limit(SLOTS_PER_CHUNK),
    )
    .executeTakeFirstOrThrow();
  return Number(result.numDeletedRows);
}
