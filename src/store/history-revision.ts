import type { Session } from './database.ts';

/**
 * Tells that so many slots of a CronJob were added, changed or removed, in the transaction that does it:
 * what was counted of its history before is counted anew. Runs raise the revision where they are inserted.
 */
export async function raiseHistoryRevision({ db }: Session, cronJobId: number, rows: number): Promise<void> {
  await db
    .updateTable('cron_jobs')
    .set((eb) => ({ history_revision: eb('history_revision', '+', rows) }))
    .where('id', '=', cronJobId)
    .execute();
}
