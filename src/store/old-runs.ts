import { type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Outcome } from '../execution/execution.ts';
import { chunks } from '../lib/chunks.ts';
import type { Session } from './database.ts';
import { keysetPages, pagesTogether, ROWS_PER_PAGE } from './keyset-pages.ts';
import { ROWS_PER_STATEMENT } from './rows-per-statement.ts';
import type { Schema } from './schema.ts';

/** A run that is to go. */
export interface OldRun {
  readonly id: number;
  readonly jobUid: string;
}

/** Which runs are old: all conditions that are given must hold. */
export interface OldRunCriteria {
  /** Of these CronJobs; of all when not given. */
  readonly cronJobIds?: readonly number[];
  /** Ended earlier. */
  readonly before?: number;
  /** Ended at or after the instant in this column of their CronJob. */
  readonly after?: 'logs_pruned_until' | 'events_pruned_until';
  readonly outcome?: Outcome;
  /** Started before their CronJob, as the cluster has it, was made: runs of its deleted namesake. */
  readonly ofNamesake?: boolean;
}

/** So many go in one transaction: other writers wait some ms for it. */
const RUNS_PER_CHUNK = 200;

/** Whose runs are looked for in one round trip: beside other reads each takes some ms. */
const CRON_JOBS_AT_ONCE = 20;

/**
 * The old runs but those that `keeps` names, in chunks that are full but for the last, CronJob by CronJob, of
 * each the oldest first: each has an index of its runs by their end, and all together have none.
 */
export async function* oldRuns(
  session: Session,
  criteria: OldRunCriteria,
  keeps: (jobUid: string) => boolean,
): AsyncGenerator<OldRun[]> {
  yield* oldRunsOf(session, await cronJobsWithOldRuns(session, criteria), criteria, keeps);
}

/** Likewise, of CronJobs that have such runs: each of them costs a statement at least. */
export function oldRunsOf(
  session: Session,
  cronJobIds: readonly number[],
  criteria: OldRunCriteria,
  keeps: (jobUid: string) => boolean,
): AsyncGenerator<OldRun[]> {
  return rechunked(pages(session, cronJobIds, criteria, keeps));
}

async function* pages(
  session: Session,
  cronJobIds: readonly number[],
  criteria: OldRunCriteria,
  keeps: (jobUid: string) => boolean,
): AsyncGenerator<OldRun[]> {
  for (const some of chunks(cronJobIds, CRON_JOBS_AT_ONCE)) {
    for await (const page of pagesTogether(some.map((id) => pagesOf(session, id, criteria)))) {
      yield page.filter((row) => !keeps(row.job_uid)).map((row) => ({ id: row.id, jobUid: row.job_uid }));
    }
  }
}

/** The ids of the CronJobs that have such runs. */
export async function cronJobsWithOldRuns(session: Session, criteria: OldRunCriteria): Promise<number[]> {
  const { cronJobIds } = criteria;
  if (cronJobIds === undefined) return idsWithOldRuns(session, criteria, null);
  const found: number[] = [];
  for (const some of chunks(cronJobIds, ROWS_PER_STATEMENT)) {
    found.push(...(await idsWithOldRuns(session, criteria, some)));
  }
  return found;
}

async function idsWithOldRuns(
  { db }: Session,
  criteria: OldRunCriteria,
  among: readonly number[] | null,
): Promise<number[]> {
  let query = db.selectFrom('cron_jobs').select('id').orderBy('id');
  if (among !== null) query = query.where('id', 'in', [...among]);
  const rows = await query
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('executions')
          .select('executions.id')
          .whereRef('cron_job_id', '=', 'cron_jobs.id')
          .where((runs) => isOld(runs, criteria)),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

type Runs = ExpressionBuilder<Schema, 'executions' | 'cron_jobs'>;

/** Whether the run fits all conditions. */
export function isOld(eb: Runs, { before, after, outcome, ofNamesake }: OldRunCriteria) {
  return eb.and([
    ...(before === undefined ? [] : [eb('executions.completed_at', '<', before)]),
    ...(after === undefined
      ? []
      : [eb('executions.completed_at', '>=', sql.ref<number>(`cron_jobs.${after}`))]),
    ...(outcome === undefined ? [] : [eb('executions.outcome', '=', outcome)]),
    ...(ofNamesake === true ? [eb('executions.started_at', '<', eb.ref('cron_jobs.created_at'))] : []),
  ]);
}

function pagesOf({ db }: Session, cronJobId: number, criteria: OldRunCriteria) {
  const oldestFirst = db
    .selectFrom('executions')
    .innerJoin('cron_jobs', 'cron_jobs.id', 'executions.cron_job_id')
    .select(['executions.id', 'job_uid', 'completed_at'])
    .where('cron_job_id', '=', cronJobId)
    .where((eb) => isOld(eb, criteria))
    .orderBy('completed_at')
    .orderBy('executions.id')
    .limit(ROWS_PER_PAGE);
  return keysetPages<{ id: number; job_uid: string; completed_at: number }>((last) =>
    (last === null
      ? oldestFirst
      : oldestFirst.where(sql<SqlBool>`(completed_at, executions.id) > (${last.completed_at}, ${last.id})`)
    ).execute(),
  );
}

/** The runs of many pages, full or not, in chunks that are full but for the last. */
async function* rechunked(runs: AsyncIterable<readonly OldRun[]>): AsyncGenerator<OldRun[]> {
  const waiting: OldRun[] = [];
  for await (const page of runs) {
    waiting.push(...page);
    while (waiting.length >= RUNS_PER_CHUNK) yield waiting.splice(0, RUNS_PER_CHUNK);
  }
  if (waiting.length > 0) yield waiting;
}
