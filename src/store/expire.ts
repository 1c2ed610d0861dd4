import { sql } from 'kysely';
import type { Database, Session } from './database.ts';
import { keysetPages, ROWS_PER_PAGE } from './keyset-pages.ts';
import { cronJobsWithOldRuns, oldRuns, type OldRunCriteria } from './old-runs.ts';
import { pruneSlots } from './prune-slots.ts';
import { NOTHING_PRUNED, type PruneCounts, removeEvidence, removeRuns, sum } from './prune.ts';
import { RECENT_OUTCOMES } from './executions.ts';

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
    total = sum(total, await removeOld(database, namesakes, keeps, signal));
    await forgetNamesakes(database, changed);
  }
  for (const [outcome, before] of [
    ['success', succeededBefore],
    ['failed', failedBefore],
  ] as const) {
    total = sum(total, await removeOld(database, { cronJobIds, before, outcome }, keeps, signal));
  }
  await pruneSlots(database, succeededBefore, { cronJobIds, ...(signal && { signal }) });
  const logs = await expireEvidence(database, LOGS, request.logsBefore, request);
  const events = await expireEvidence(database, EVENTS, request.eventsBefore, request);
  return sum(total, { executions: 0, logs, events });
}

async function removeOld(
  database: Database,
  criteria: OldRunCriteria,
  keeps: (jobUid: string) => boolean,
  signal: AbortSignal | undefined,
): Promise<PruneCounts> {
  let total = NOTHING_PRUNED;
  for await (const runs of oldRuns(database, criteria, keeps)) {
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
    const newest = db
      .selectFrom('executions')
      .select(['started_at', 'id', 'outcome'])
      .where('cron_job_id', '=', id)
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(sql.lit(RECENT_OUTCOMES));
    await db
      .updateTable('cron_jobs')
      .set({
        last_run_at: sql<number | null>`(select max(started_at) from ${newest} as newest)`,
        recent: sql<string>`coalesce((
          select string_agg(case when outcome = 'success' then 's' else 'f' end, '' order by started_at, id)
          from ${newest} as newest), '')`,
      })
      .where('id', '=', id)
      .execute();
  }
}

interface EvidenceTable {
  readonly table: 'execution_logs' | 'execution_events';
  /** Of `cron_jobs`: no run that ended earlier has any left. */
  readonly doneUntil: 'logs_pruned_until' | 'events_pruned_until';
}

const LOGS: EvidenceTable = { table: 'execution_logs', doneUntil: 'logs_pruned_until' };
const EVENTS: EvidenceTable = { table: 'execution_events', doneUntil: 'events_pruned_until' };

/** Deletes the evidence of runs that stay. Each run is looked at once: the CronJob's row tells how far that went. */
async function expireEvidence(
  database: Database,
  { table, doneUntil }: EvidenceTable,
  before: number,
  { cronJobIds, signal }: ExpiryRequest,
): Promise<number> {
  let removed = 0;
  for (const id of await cronJobsWithOldRuns(database, { cronJobIds, before, after: doneUntil })) {
    const criteria = { cronJobIds: [id], before, after: doneUntil };
    // Of a Job that the cluster still has, too: its run is recorded, and its log is not captured again.
    for await (const runs of oldRuns(database, criteria, () => false)) {
      if (signal?.aborted) return removed;
      const jobUids = runs.map(({ jobUid }) => jobUid);
      removed += await database.transaction((tx) => removeEvidence(tx, table, jobUids), { durable: false });
    }
    await database.db
      .updateTable('cron_jobs')
      .set({ [doneUntil]: before })
      .where('id', '=', id)
      .execute();
  }
  return removed;
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
  table: EvidenceTable['table'],
  keeps: (jobUid: string) => boolean,
  signal: AbortSignal | undefined,
): Promise<number> {
  let removed = 0;
  for await (const page of evidencedJobs(database, table)) {
    if (signal?.aborted) break;
    const orphans = page.filter((row) => row.run === null && !keeps(row.job_uid));
    removed += await removeEvidence(
      database,
      table,
      orphans.map(({ job_uid }) => job_uid),
    );
  }
  return removed;
}

/** The Jobs that the table holds evidence of, each once, with the id of its run, null without one. */
function evidencedJobs({ db }: Session, table: EvidenceTable['table']) {
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
