import { sql, type Selectable } from 'kysely';
import { type Attempt, type Execution, executionDurationMs, type Outcome } from '../execution/execution.ts';
import type { Session } from './database.ts';
import { flag } from './json-column.ts';
import type { AttemptsTable, ExecutionsTable } from './schema.ts';

/** A finished run as a list tells it. */
export interface StoredExecution {
  readonly id: number;
  readonly jobUid: string;
  readonly jobName: string;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly message: string | null;
  readonly manual: boolean;
  readonly scheduledFor: number | null;
  readonly startedAt: number;
  readonly completedAt: number;
  readonly durationMs: number;
  readonly exitCode: number;
  /** How many attempts the run took; 0 when no Pod was ever seen. */
  readonly attemptCount: number;
  /** When this service learned of the end, by its own clock. */
  readonly observedAt: number;
}

/** A finished run with all that is kept of it. */
export interface ExecutionDetail extends StoredExecution {
  readonly cronJobId: number;
  readonly namespace: string;
  readonly cronJobName: string;
  /** Empty for a run that succeeded at its first attempt: that one is not kept. */
  readonly attempts: readonly Attempt[];
}

export interface ExecutionFilter {
  readonly limit: number;
  readonly offset: number;
  readonly status?: Outcome;
  /** Both inclusive; compared with `startedAt`. */
  readonly from?: number;
  readonly to?: number;
}

export interface RecentOutcome {
  readonly jobUid: string;
  readonly outcome: Outcome;
  readonly completedAt: number;
}

/** How many outcomes `cron_jobs.recent` keeps: the strip of a list's row. */
const RECENT_OUTCOMES = 24;

/** Below SQLite's most parameters of a statement (32,766). */
const UIDS_PER_QUERY = 1_000;

/** The queries of `executions` and `attempts`. */
export function executions(session: Session) {
  const { db } = session;
  return {
    /** Which of the Jobs have their run recorded. */
    async recordedUids(jobUids: readonly string[]): Promise<Set<string>> {
      const found = new Set<string>();
      for (let start = 0; start < jobUids.length; start += UIDS_PER_QUERY) {
        const chunk = jobUids.slice(start, start + UIDS_PER_QUERY);
        const rows = await db
          .selectFrom('executions')
          .select('job_uid')
          .where('job_uid', 'in', chunk)
          .execute();
        for (const row of rows) found.add(row.job_uid);
      }
      return found;
    },

    /**
     * Records a finished run once: false, and nothing is changed, when a run of that Job is there.
     * Its CronJob's last run, count and recent outcomes change with it.
     */
    insert(cronJobId: number, execution: Execution, observedAt: number): Promise<boolean> {
      return session.atomically((tx) => insertExecution(tx, cronJobId, execution, observedAt));
    },

    /** The outcomes of the `count` runs that ended last, newest first. */
    async recentOutcomes(cronJobId: number, count: number): Promise<RecentOutcome[]> {
      const rows = await db
        .selectFrom('executions')
        .select(['job_uid', 'outcome', 'completed_at'])
        .where('cron_job_id', '=', cronJobId)
        .orderBy('completed_at', 'desc')
        .orderBy('id', 'desc')
        .limit(count)
        .execute();
      return rows.map((row) => ({
        jobUid: row.job_uid,
        outcome: row.outcome as Outcome,
        completedAt: row.completed_at,
      }));
    },

    /** One page of a CronJob's runs, newest start first, and how many there are on all pages. */
    async list(
      cronJobId: number,
      filter: ExecutionFilter,
    ): Promise<{ items: StoredExecution[]; total: number }> {
      let matching = db.selectFrom('executions').where('cron_job_id', '=', cronJobId);
      if (filter.status !== undefined) matching = matching.where('outcome', '=', filter.status);
      if (filter.from !== undefined) matching = matching.where('started_at', '>=', filter.from);
      if (filter.to !== undefined) matching = matching.where('started_at', '<=', filter.to);
      const [rows, count] = await Promise.all([
        matching
          .selectAll()
          .orderBy('started_at', 'desc')
          .orderBy('id', 'desc')
          .limit(filter.limit)
          .offset(filter.offset)
          .execute(),
        matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ]);
      return { items: rows.map(toStoredExecution), total: count.total };
    },

    /** The run of one Job; null when none is recorded. */
    async get(jobUid: string): Promise<ExecutionDetail | null> {
      const [row, attempts] = await Promise.all([
        db
          .selectFrom('executions')
          .innerJoin('cron_jobs', 'cron_jobs.id', 'executions.cron_job_id')
          .selectAll('executions')
          .select(['cron_jobs.namespace', 'cron_jobs.name'])
          .where('job_uid', '=', jobUid)
          .executeTakeFirst(),
        db
          .selectFrom('attempts')
          .innerJoin('executions', 'executions.id', 'attempts.execution_id')
          .selectAll('attempts')
          .where('executions.job_uid', '=', jobUid)
          .orderBy('number')
          .execute(),
      ]);
      if (row === undefined) return null;
      return {
        ...toStoredExecution(row),
        cronJobId: row.cron_job_id,
        namespace: row.namespace,
        cronJobName: row.name,
        attempts: attempts.map(toAttempt),
      };
    },
  };
}

async function insertExecution(
  session: Session,
  cronJobId: number,
  execution: Execution,
  observedAt: number,
): Promise<boolean> {
  const inserted = await session.db
    .insertInto('executions')
    .values({
      cron_job_id: cronJobId,
      job_uid: execution.jobUid,
      job_name: execution.jobName,
      outcome: execution.outcome,
      reason: execution.reason,
      message: execution.message,
      manual: flag(execution.manual),
      scheduled_for: execution.scheduledFor,
      started_at: execution.startedAt,
      completed_at: execution.completedAt,
      duration_ms: executionDurationMs(execution),
      exit_code: execution.exitCode,
      attempt_count: execution.attempts.length,
      observed_at: observedAt,
    })
    .onConflict((conflict) => conflict.column('job_uid').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return false;
  await Promise.all([
    countOnCronJob(session, cronJobId, execution.startedAt),
    insertAttempts(session, inserted.id, execution),
  ]);
  return true;
}

/**
 * The recent outcomes are read anew instead of appended to, because runs that ended while nobody
 * looked are recorded in any order.
 */
async function countOnCronJob({ db }: Session, cronJobId: number, startedAt: number): Promise<void> {
  const newest = db
    .selectFrom('executions')
    .select(['started_at', 'id', 'outcome'])
    .where('cron_job_id', '=', cronJobId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(RECENT_OUTCOMES)
    .as('newest');
  await db
    .updateTable('cron_jobs')
    .set((eb) => ({
      execution_count: eb('execution_count', '+', 1),
      last_run_at: eb
        .case()
        .when('last_run_at', '>', startedAt)
        .then(eb.ref('last_run_at'))
        .else(startedAt)
        .end(),
      recent: eb
        .selectFrom(newest)
        .select(
          sql<string>`string_agg(case when outcome = 'success' then 's' else 'f' end, '' order by started_at, id)`.as(
            'outcomes',
          ),
        ),
    }))
    .where('id', '=', cronJobId)
    .execute();
}

async function insertAttempts({ db }: Session, executionId: number, execution: Execution): Promise<void> {
  const { attempts } = execution;
  const plain = execution.outcome === 'success' && attempts.length === 1;
  if (plain || attempts.length === 0) return;
  await db
    .insertInto('attempts')
    .values(
      attempts.map((attempt) => ({
        execution_id: executionId,
        number: attempt.number,
        outcome: attempt.outcome,
        pod_uid: attempt.podUid,
        pod_name: attempt.podName,
        node_name: attempt.nodeName,
        container: attempt.container,
        image: attempt.image,
        exit_code: attempt.exitCode,
        signal: attempt.signal,
        reason: attempt.reason,
        message: attempt.message,
        started_at: attempt.startedAt,
        finished_at: attempt.finishedAt,
      })),
    )
    .execute();
}

function toStoredExecution(row: Selectable<ExecutionsTable>): StoredExecution {
  return {
    id: row.id,
    jobUid: row.job_uid,
    jobName: row.job_name,
    outcome: row.outcome as Outcome,
    reason: row.reason,
    message: row.message,
    manual: row.manual === 1,
    scheduledFor: row.scheduled_for,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    durationMs: row.duration_ms,
    exitCode: row.exit_code,
    attemptCount: row.attempt_count,
    observedAt: row.observed_at,
  };
}

function toAttempt(row: Selectable<AttemptsTable>): Attempt {
  return {
    number: row.number,
    outcome: row.outcome as Outcome,
    podUid: row.pod_uid,
    podName: row.pod_name,
    nodeName: row.node_name,
    container: row.container,
    image: row.image,
    exitCode: row.exit_code,
    signal: row.signal,
    reason: row.reason,
    message: row.message,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}
