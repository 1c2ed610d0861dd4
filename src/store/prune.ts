import { sql, type SqlBool } from 'kysely';
import type { Database, Session } from './database.ts';
import { keysetPages, ROWS_PER_PAGE } from './keyset-pages.ts';

export interface PruneRequest {
  /** Runs that ended earlier go. */
  readonly before: number;
  /** Whether the run of a Job stays, however old it is. */
  readonly keeps: (jobUid: string) => boolean;
  /** Counts what would go, and deletes nothing. */
  readonly dryRun: boolean;
  /** Ends the work after the runs in hand. What was deleted until then is told and stays deleted. */
  readonly signal?: AbortSignal;
}

/** How many rows went, or would go. */
export interface PruneCounts {
  readonly executions: number;
  readonly logs: number;
  readonly events: number;
}

interface OldRun {
  readonly id: number;
  readonly jobUid: string;
}

/** So many go in one transaction: other writers wait some ms for it. */
const RUNS_PER_CHUNK = 200;

/** The logs of so many go in one statement, which no read can interrupt: a log has up to 100 KB. */
const RUNS_PER_STATEMENT = 20;

/**
 * Deletes the runs that ended before an instant, with their attempts, logs and events, in small transactions
 * between which everything else has its turn. A dry run goes the same way, so its numbers are those of a prune
 * at that moment. The CronJobs stay, and so do their last run and last outcomes, which tell what happened and
 * not what is kept; their number of executions is of what is kept.
 */
export async function prune(database: Database, request: PruneRequest): Promise<PruneCounts> {
  const visit = request.dryRun ? count : remove;
  const total = { executions: 0, logs: 0, events: 0 };
  for await (const runs of chunks(oldRuns(database, request))) {
    const counts = await visit(database, runs);
    total.executions += counts.executions;
    total.logs += counts.logs;
    total.events += counts.events;
    if (request.signal?.aborted) break;
  }
  return total;
}

async function* oldRuns(session: Session, { before, keeps }: PruneRequest): AsyncGenerator<OldRun[]> {
  for (const cronJobId of await cronJobsWithOldRuns(session, before)) {
    for await (const page of oldRunsOf(session, cronJobId, before)) {
      yield page.filter((row) => !keeps(row.job_uid)).map((row) => ({ id: row.id, jobUid: row.job_uid }));
    }
  }
}

/** CronJob by CronJob, because each has an index of its runs by their end, and all together have none. */
async function cronJobsWithOldRuns({ db }: Session, before: number): Promise<number[]> {
  const rows = await db
    .selectFrom('cron_jobs')
    .select('id')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('executions')
          .select('executions.id')
          .whereRef('cron_job_id', '=', 'cron_jobs.id')
          .where('completed_at', '<', before),
      ),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

function oldRunsOf({ db }: Session, cronJobId: number, before: number) {
  const oldestFirst = db
    .selectFrom('executions')
    .select(['id', 'job_uid', 'completed_at'])
    .where('cron_job_id', '=', cronJobId)
    .where('completed_at', '<', before)
    .orderBy('completed_at')
    .orderBy('id')
    .limit(ROWS_PER_PAGE);
  return keysetPages<{ id: number; job_uid: string; completed_at: number }>((last) =>
    (last === null
      ? oldestFirst
      : oldestFirst.where(sql<SqlBool>`(completed_at, id) > (${last.completed_at}, ${last.id})`)
    ).execute(),
  );
}

/** The runs of many pages, full or not, in chunks that are full but for the last. */
async function* chunks(pages: AsyncIterable<readonly OldRun[]>): AsyncGenerator<OldRun[]> {
  const waiting: OldRun[] = [];
  for await (const page of pages) {
    waiting.push(...page);
    while (waiting.length >= RUNS_PER_CHUNK) yield waiting.splice(0, RUNS_PER_CHUNK);
  }
  if (waiting.length > 0) yield waiting;
}

async function count({ db }: Session, runs: readonly OldRun[]): Promise<PruneCounts> {
  const jobUids = runs.map(({ jobUid }) => jobUid);
  const [logs, events] = await Promise.all(
    (['execution_logs', 'execution_events'] as const).map((table) =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .where('job_uid', 'in', jobUids)
        .executeTakeFirstOrThrow(),
    ),
  );
  return { executions: runs.length, logs: logs!.rows, events: events!.rows };
}

/** Counts what it deletes itself: of two that prune at once, one deletes a row. */
function remove(database: Database, runs: readonly OldRun[]): Promise<PruneCounts> {
  return database.transaction(
    async (tx) => {
      let logs = 0;
      let events = 0;
      for (let start = 0; start < runs.length; start += RUNS_PER_STATEMENT) {
        const jobUids = runs.slice(start, start + RUNS_PER_STATEMENT).map(({ jobUid }) => jobUid);
        // One awaited after the other: statements sent together would let no read pass.
        logs += await removeEvidence(tx, 'execution_logs', jobUids);
        events += await removeEvidence(tx, 'execution_events', jobUids);
      }
      return { executions: await removeExecutions(tx, runs), logs, events };
    },
    { durable: false },
  );
}

async function removeEvidence(
  { db }: Session,
  table: 'execution_logs' | 'execution_events',
  jobUids: readonly string[],
): Promise<number> {
  const result = await db.deleteFrom(table).where('job_uid', 'in', jobUids).executeTakeFirstOrThrow();
  return Number(result.numDeletedRows);
}

/** Their attempts go with them. */
async function removeExecutions({ db }: Session, runs: readonly OldRun[]): Promise<number> {
  const removed = await db
    .deleteFrom('executions')
    .where(
      'id',
      'in',
      runs.map(({ id }) => id),
    )
    .returning('cron_job_id')
    .execute();
  const byCronJob = Map.groupBy(removed, (row) => row.cron_job_id);
  await Promise.all(
    [...byCronJob].map(([id, rows]) =>
      db
        .updateTable('cron_jobs')
        .set((eb) => ({
          execution_count: eb('execution_count', '-', rows.length),
          history_revision: eb('history_revision', '+', 1),
        }))
        .where('id', '=', id)
        .execute(),
    ),
  );
  return removed.length;
}
