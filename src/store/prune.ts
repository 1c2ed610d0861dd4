import { chunks } from '../lib/chunks.ts';
import type { Database, Session } from './database.ts';
import { type OldRun, oldRuns } from './old-runs.ts';
import { keepDaysOf } from './sum-days.ts';
import { pruneSlots } from './prune-slots.ts';

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

/** What holds evidence of runs, by the uid of their Job. */
export type EvidenceTable = 'execution_logs' | 'execution_events';

/** The logs of so many go in one statement, which no read can interrupt: a log has up to 100 KB. */
const RUNS_PER_STATEMENT = 20;

/**
 * Deletes the runs that ended before an instant, with their attempts, logs and events, and the slots without a
 * run that passed before it, in small transactions between which everything else has its turn. A dry run goes
 * the same way, so its numbers are those of a prune at that moment. The CronJobs stay, and so do their last run and last outcomes, which tell what happened and
 * not what is kept; their number of executions is of what is kept.
 */
export async function prune(database: Database, request: PruneRequest): Promise<PruneCounts> {
  const { before, keeps, dryRun, signal } = request;
  const visit = dryRun ? count : removeRuns;
  let total = NOTHING_PRUNED;
  for await (const runs of oldRuns(database, { before }, keeps)) {
    total = sum(total, await visit(database, runs));
    if (signal?.aborted) break;
  }
  if (!dryRun) await pruneSlots(database, before, signal && { signal });
  return total;
}

export const NOTHING_PRUNED: PruneCounts = { executions: 0, logs: 0, events: 0 };

/** Both together. */
export function sum(a: PruneCounts, b: PruneCounts): PruneCounts {
  return {
    executions: a.executions + b.executions,
    logs: a.logs + b.logs,
    events: a.events + b.events,
  };
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

/**
 * Deletes the runs with all that is kept of them, in one transaction. Counts what it deletes itself: of two
 * that prune at once, one deletes a row.
 */
export function removeRuns(database: Database, runs: readonly OldRun[]): Promise<PruneCounts> {
  return database.transaction(
    async (tx) => {
      const jobUids = runs.map(({ jobUid }) => jobUid);
      const logs = await removeEvidence(tx, 'execution_logs', jobUids);
      const events = await removeEvidence(tx, 'execution_events', jobUids);
      return { executions: await removeExecutions(tx, runs), logs, events };
    },
    { durable: false },
  );
}

/** Deletes what one of the tables holds of the Jobs; answers how many rows that were. */
async function removeEvidence(
  session: Session,
  table: EvidenceTable,
  jobUids: readonly string[],
): Promise<number> {
  return removeEvidenceOf(session, table, await jobsWithEvidence(session, table, jobUids));
}

/** Likewise of Jobs that the table holds something of: each costs its share of a statement. */
export async function removeEvidenceOf(
  { db }: Session,
  table: EvidenceTable,
  jobUids: readonly string[],
): Promise<number> {
  let removed = 0;
  // One awaited after the other: statements sent together would let no read pass.
  for (const some of chunks(jobUids, RUNS_PER_STATEMENT)) {
    const result = await db.deleteFrom(table).where('job_uid', 'in', some).executeTakeFirstOrThrow();
    removed += Number(result.numDeletedRows);
  }
  return removed;
}

/** Those of the Jobs that the table holds anything of: most runs succeed, and leave nothing. */
export async function jobsWithEvidence(
  { db }: Session,
  table: EvidenceTable,
  jobUids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('job_uid')
    .distinct()
    .where('job_uid', 'in', [...jobUids])
    .execute();
  return rows.map((row) => row.job_uid);
}

/** Their attempts go with them. */
async function removeExecutions(session: Session, runs: readonly OldRun[]): Promise<number> {
  const { db } = session;
  await keepDaysOf(
    session,
    runs.map(({ id }) => id),
  );
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
          past_revision: eb('past_revision', '+', 1),
        }))
        .where('id', '=', id)
        .execute(),
    ),
  );
  return removed.length;
}
