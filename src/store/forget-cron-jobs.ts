import { chunks } from '../lib/chunks.ts';
import type { Database, Session } from './database.ts';
import { ROWS_PER_STATEMENT } from './rows-per-statement.ts';

/** Which CronJobs may go for good. */
export interface ForgettingRequest {
  readonly cronJobIds: readonly number[];
  /** Whether a CronJob stays nonetheless; asked right before it would go. */
  readonly keeps: (cronJobId: number) => boolean;
  readonly signal?: AbortSignal;
}

/** So many go in one transaction, each with a row for every day on which it ran: other writers wait some ms for it. */
const CRON_JOBS_PER_CHUNK = 20;

/**
 * Removes those of the CronJobs that are deleted and of which neither a run nor a slot nor an alert is kept, with
 * their days' sums and memberships. A message has its alert, and so its CronJob. Answers the ids of those that went.
 */
export async function forgetCronJobs(
  database: Database,
  { cronJobIds, keeps, signal }: ForgettingRequest,
): Promise<number[]> {
  const forgotten: number[] = [];
  for (const among of chunks(cronJobIds, ROWS_PER_STATEMENT)) {
    for (const some of chunks(await emptyOnes(database, among), CRON_JOBS_PER_CHUNK)) {
      const going = some.filter((id) => !keeps(id));
      if (signal?.aborted) return forgotten;
      if (going.length > 0) forgotten.push(...(await remove(database, going)));
    }
  }
  return forgotten;
}

async function emptyOnes(session: Session, among: readonly number[]): Promise<number[]> {
  const rows = await empty(session, among).execute();
  return rows.map(({ id }) => id);
}

/** The last look is that of the statement that removes: something may have been recorded since the first. */
function remove(database: Database, ids: readonly number[]): Promise<number[]> {
  return database.transaction(
    async (tx) => {
      const rows = await tx.db
        .deleteFrom('cron_jobs')
        .where('id', 'in', empty(tx, ids))
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },
    { durable: false },
  );
}

function empty({ db }: Session, among: readonly number[]) {
  return db
    .selectFrom('cron_jobs')
    .select('cron_jobs.id')
    .where('cron_jobs.id', 'in', [...among])
    .where('deleted_at', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.or(
          (['executions', 'slots', 'alerts'] as const).map((table) =>
            eb.exists(
              eb
                .selectFrom(table)
                .select(`${table}.cron_job_id`)
                .whereRef('cron_job_id', '=', 'cron_jobs.id'),
            ),
          ),
        ),
      ),
    );
}
