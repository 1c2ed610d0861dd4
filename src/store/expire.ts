import { sql } from 'kysely';
import { chunks } from '../lib/chunks.ts';
import type { Database, Session } from './database.ts';
import { keysetPages, ROWS_PER_PAGE } from './keyset-pages.ts';
import { cronJobsWithOldRuns, isOld, type OldRun, oldRuns, oldRunsOf } from './old-runs.ts';
import { pruneSlots } from './prune-slots.ts';
import {
  type EvidenceTable,
  jobsWithEvidence,
  NOTHING_PRUNED,
  type PruneCounts,
  removeEvidenceOf,
  removeRuns,
  sum,
} from './prune.ts';
import { newestOutcomes } from './newest-outcomes.ts';
import { ROWS_PER_STATEMENT } from './rows-per-statement.ts';

/** What some CronJobs have kept for long enough. All instants are compared with the ends of runs. */
export interface ExpiryRequest {
  readonly cronJobIds: readonly number[];
  /** Successful runs that ended earlier go, and slots before it. */
  readonly succeededBefore: number;
  readonly failedBefore: number;
  /** Runs that stay lose their logs when they ended earlier. */
  readonly logsBefore: number;
  readonly eventsBefore: number;
  /** Whether runs of a deleted CronJob of the same name go, whatever their age. */
  readonly forgetsNamesakes: boolean;
  /** Whether a run stays, however old it is. */
  readonly keeps: (jobUid: string) => boolean;
  readonly signal?: AbortSignal;
}

/** Deletes what is over, in small transactions between which everything else has its turn. Tells how many rows went. */
export async function expire(database: Database, request: ExpiryRequest): Promise<PruneCounts> {
  const { cronJobIds, succeededBefore, failedBefore, keeps, signal } = request;
  let total = NOTHING_PRUNED;
  if (request.forgetsNamesakes) {
    // Without a condition on the end, so that the index by the start finds them, or finds at once that there is none.
    const namesakes = { cronJobIds, ofNamesake: true };
    const changed = await cronJobsWithOldRuns(database, namesakes);
    total = sum(total, await remove(database, oldRunsOf(database, changed, namesakes, keeps), signal));
    await forgetNamesakes(database, changed);
  }
  for (const [outcome, before] of [
    ['success', succeededBefore],
    ['failed', failedBefore],
  ] as const) {
    const runs = oldRuns(database, { cronJobIds, before, outcome }, keeps);
    total = sum(total, await remove(database, runs, signal));
  }
  await pruneSlots(database, succeededBefore, { cronJobIds, ...(signal && { signal }) });
  const logs = await expireEvidence(database, LOGS, request.logsBefore, request);
  const events = await expireEvidence(database, EVENTS, request.eventsBefore, request);
  return sum(total, { executions: 0, logs, events });
}

async function remove(
  database: Database,
  going: AsyncIterable<OldRun[]>,
  signal: AbortSignal | undefined,
): Promise<PruneCounts> {
  let total = NOTHING_PRUNED;
  for await (const runs of going) {
    if (signal?.aborted) break;
    total = sum(total, await removeRuns(database, runs));
  }
  return total;
}

/** The slots, the strip of outcomes and the last run are those of the CronJob itself once its namesake's are gone. */
async function forgetNamesakes(database: Database, cronJobIds: readonly number[]): Promise<void> {
  const { db } = database;
  for (const id of cronJobIds) {
    const row = await db.selectFrom('cron_jobs').select('created_at').where('id', '=', id).executeTakeFirst();
    await pruneSlots(database, row?.created_at ?? 0, { cronJobIds: [id] });
    await db
      .updateTable('cron_jobs')
      .set((eb) => ({
        last_run_at: eb
          .selectFrom('executions')
          .select(({ fn }) => fn.max<number | null>('started_at').as('last'))
          .where('cron_job_id', '=', id),
        recent: sql<string>`coalesce(${newestOutcomes(db, id)}, '')`,
      }))
      .where('id', '=', id)
      .execute();
  }
}

interface Evidence {
  readonly table: EvidenceTable;
  /** Of `cron_jobs`: no run that ended earlier has any left. A run that is told late sets it back to its own end. */
  readonly doneUntil: 'logs_pruned_until' | 'events_pruned_until';
}

const LOGS: Evidence = { table: 'execution_logs', doneUntil: 'logs_pruned_until' };
const EVENTS: Evidence = { table: 'execution_events', doneUntil: 'events_pruned_until' };

/**
 * Deletes the evidence of runs that stay. Each run is looked at once: the CronJobs' rows tell how far that went, of
 * many CronJobs together. Nine of ten runs left nothing, and cost no transaction.
 */
async function expireEvidence(
  database: Database,
  { table, doneUntil }: Evidence,
  before: number,
  { cronJobIds, signal }: ExpiryRequest,
): Promise<number> {
  const criteria = { cronJobIds, before, after: doneUntil };
  const newestRun = await lastRecordedId(database);
  const due = await cronJobsWithOldRuns(database, criteria);
  let removed = 0;
  for (const ids of chunks(due, ROWS_PER_STATEMENT)) {
    // Of a Job that the cluster still has, too: its run is recorded, and its log is not captured again.
    for await (const runs of oldRunsOf(database, ids, criteria, () => false)) {
      if (signal?.aborted) return removed;
      const jobUids = runs.map(({ jobUid }) => jobUid);
      const kept = await jobsWithEvidence(database, table, jobUids);
      if (kept.length === 0) continue;
      removed += await database.transaction((tx) => removeEvidenceOf(tx, table, kept), { durable: false });
    }
    await database.db
      .updateTable('cron_jobs')
      .set({ [doneUntil]: before })
      .where('id', 'in', ids)
      // Whose run was told late meanwhile is left to the next pass.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('executions')
              .select('executions.id')
              .whereRef('cron_job_id', '=', 'cron_jobs.id')
              .where((runs) => isOld(runs, criteria))
              .where('executions.id', '>', newestRun),
          ),
        ),
      )
      .execute();
  }
  return removed;
}

/** The id of the run that was recorded last; 0 before the first. */
async function lastRecordedId({ db }: Session): Promise<number> {
  const newest = db.selectFrom('executions').select(({ fn }) => fn.max<number | null>('id').as('id'));
  return (await newest.executeTakeFirst())?.id ?? 0;
}

/**
 * Deletes the evidence of Jobs whose run was never recorded (it went unseen, or was pruned while evidence was
 * on its way), but for Jobs that `keeps` names, whose run may still come.
 */
export async function removeOrphans(
  database: Database,
  { keeps, signal }: Pick<ExpiryRequest, 'keeps' | 'signal'>,
): Promise<PruneCounts> {
  const logs = await removeOrphansOf(database, 'execution_logs', keeps, signal);
  const events = await removeOrphansOf(database, 'execution_events', keeps, signal);
  return { executions: 0, logs, events };
}

async function removeOrphansOf(
  database: Database,
  table: EvidenceTable,
  keeps: (jobUid: string) => boolean,
  signal: AbortSignal | undefined,
): Promise<number> {
  let removed = 0;
  for await (const page of evidencedJobs(database, table)) {
    if (signal?.aborted) break;
    const orphans = page.filter((row) => row.run === null && !keeps(row.job_uid));
    const jobUids = orphans.map(({ job_uid }) => job_uid);
    removed += await removeEvidenceOf(database, table, jobUids);
  }
  return removed;
}

/** The Jobs that the table holds evidence of, each once, with the id of its run, null without one. */
function evidencedJobs({ db }: Session, table: EvidenceTable) {
  const jobs = db
    .selectFrom(table)
    .select(`${table}.job_uid`)
    .distinct()
    .orderBy('job_uid')
    .limit(ROWS_PER_PAGE);
  return keysetPages<{ job_uid: string; run: number | null }>((last) =>
    db
      .selectFrom((last === null ? jobs : jobs.where('job_uid', '>', last.job_uid)).as('evidenced'))
      .leftJoin('executions', 'executions.job_uid', 'evidenced.job_uid')
      .select(['evidenced.job_uid', 'executions.id as run'])
      .orderBy('evidenced.job_uid')
      .execute(),
  );
}
