import type { Database, Session } from './database.ts';
import { raiseHistoryRevision } from './history-revision.ts';

/** So many go in one transaction: other writers wait some ms for it. */
const SLOTS_PER_CHUNK = 500;

/**
 * Deletes the slots without a run that passed before an instant, as runs of that time are: what is left of a
 * time would else look as if nothing had ever run in it. Of all CronJobs unless some are named.
 */
export async function pruneSlots(
  database: Database,
  before: number,
  { signal, cronJobIds }: { readonly signal?: AbortSignal; readonly cronJobIds?: readonly number[] } = {},
): Promise<void> {
  const named = cronJobIds && new Set(cronJobIds);
  const rows = await database.db
    .selectFrom('slots')
    .select('cron_job_id')
    .distinct()
    .where('slot_at', '<', before)
    .execute();
  for (const { cron_job_id: id } of rows) {
    if (named?.has(id) === false) continue;
    let more = true;
    // The next transaction is the next turn of everybody else too.
    while (more) more = signal?.aborted !== true && (await pruneChunk(database, id, before));
  }
}

/** Whether there may be more. */
function pruneChunk(database: Database, cronJobId: number, before: number): Promise<boolean> {
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
