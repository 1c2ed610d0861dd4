import type { Database, Session } from './database.ts';
import { raiseHistoryRevision } from './history-revision.ts';

/** So many go in one transaction: other writers wait some ms for it. */
const SLOTS_PER_CHUNK = 500;

/**
 * Deletes the slots without a run that passed before an instant, as runs of that time are: what is left of a
 * time would else look as if nothing had ever run in it.
 */
export async function pruneSlots(database: Database, before: number, signal?: AbortSignal): Promise<void> {
  const rows = await database.db
    .selectFrom('slots')
    .select('cron_job_id')
    .distinct()
    .where('slot_at', '<', before)
    .execute();
  for (const { cron_job_id: id } of rows) {
    for (let more = true; more; more = await pruneChunk(database, id, before)) {
      if (signal?.aborted === true) return;
    }
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
