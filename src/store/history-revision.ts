import type { Session } from './database.ts';
import type { QueryShape } from './prepared-query.ts';

/**
 * Tells that so many slots of a CronJob were added, changed or removed, in the transaction that does it:
 * what was counted of its history before is counted anew. Runs raise the revision where they are inserted.
 */
export async function raiseHistoryRevision(
  { db, prepared }: Session,
  cronJobId: number,
  rows: number,
): Promise<void> {
  await db.executeQuery(prepared.bind(db, RAISE, { id: cronJobId, rows }));
}

const RAISE: QueryShape<{ readonly id: number; readonly rows: number }, unknown> = (db, value) =>
  db
    .updateTable('cron_jobs')
    .set((eb) => ({ history_revision: eb('history_revision', '+', value('rows')) }))
    .where('id', '=', value('id'));
