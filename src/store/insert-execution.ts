import { type RawBuilder, sql, type Selectable } from 'kysely';
import { attemptCount } from '../execution/attempt-count.ts';
import { type Execution, executionDurationMs } from '../execution/execution.ts';
import { tellingReason } from '../execution/telling-reason.ts';
import type { Session } from './database.ts';
import { flag } from './json-column.ts';
import { newestOutcomes, RECENT_OUTCOMES } from './newest-outcomes.ts';
import type { QueryShape } from './prepared-query.ts';
import type { ExecutionsTable } from './schema.ts';

/**
 * Records a finished run, and with it the last run, count and recent outcomes of its CronJob: false, and nothing is
 * changed, when a run of that Job is there.
 */
export async function insertExecution(
  session: Session,
  cronJobId: number,
  execution: Execution,
  observedAt: number,
): Promise<boolean> {
  const { db, prepared } = session;
  const row = toRow(cronJobId, execution, observedAt);
  const [inserted] = (await db.executeQuery(prepared.bind(db, INSERT, row))).rows;
  if (inserted === undefined) return false;
  const count = {
    id: cronJobId,
    started_at: execution.startedAt,
    completed_at: execution.completedAt,
    succeeded_at: execution.outcome === 'success' ? execution.completedAt : null,
    letter: execution.outcome === 'success' ? 's' : 'f',
  };
  await Promise.all([
    db.executeQuery(prepared.bind(db, COUNT, count)),
    insertAttempts(session, inserted.id, execution),
    insertContainers(session, inserted.id, execution),
  ]);
  return true;
}

type NewExecution = Omit<Selectable<ExecutionsTable>, 'id'>;

const INSERT: QueryShape<NewExecution, { id: number }> = (db, value) =>
  db
    .insertInto('executions')
    .values({
      cron_job_id: value('cron_job_id'),
      job_uid: value('job_uid'),
      job_name: value('job_name'),
      outcome: value('outcome'),
      reason: value('reason'),
      message: value('message'),
      manual: value('manual'),
      scheduled_for: value('scheduled_for'),
      started_at: value('started_at'),
      completed_at: value('completed_at'),
      duration_ms: value('duration_ms'),
      exit_code: value('exit_code'),
      attempt_count: value('attempt_count'),
      observed_at: value('observed_at'),
      fault: value('fault'),
      telling_reason: value('telling_reason'),
    })
    .onConflict((conflict) => conflict.column('job_uid').doNothing())
    .returning('id');

interface Counted {
  readonly id: number;
  readonly started_at: number;
  readonly completed_at: number;
  /** Null for a failure. */
  readonly succeeded_at: number | null;
  readonly letter: string;
}

/**
 * What an execution changes on its CronJob. Its outcome is appended when it is the newest; runs that
 * ended while nobody looked are recorded in any order, and then the outcomes are read anew.
 */
const COUNT: QueryShape<Counted, unknown> = (db, value) =>
  db
    .updateTable('cron_jobs')
    .set((eb) => ({
      execution_count: eb('execution_count', '+', 1),
      history_revision: eb('history_revision', '+', 1),
      past_revision: sql<number>`case when last_run_at > ${value('started_at')} then past_revision + 1 else past_revision end`,
      unsummed_from: sql<number>`case when unsummed_from < ${value('started_at')} then unsummed_from else ${value('started_at')} end`,
      // The evidence of a run that is told late is looked for anew.
      logs_pruned_until: earlier(sql.ref('logs_pruned_until'), value('completed_at')),
      events_pruned_until: earlier(sql.ref('events_pruned_until'), value('completed_at')),
      last_started_at: later(sql.ref('last_started_at'), value('started_at')),
      last_success_at: later(sql.ref('last_success_at'), value('succeeded_at')),
      last_run_at: sql<number>`case when last_run_at > ${value('started_at')} then last_run_at else ${value('started_at')} end`,
      recent: sql<string>`case
        when last_run_at > ${value('started_at')} then ${newestOutcomes(db, value('id'))}
        when length(recent) < ${sql.lit(RECENT_OUTCOMES)} then recent || ${value('letter')}
        else substr(recent, 2) || ${value('letter')} end`,
    }))
    .where('id', '=', value('id'));

/** Functions of two values, such as `least`, are not the same ones in both databases. */
function earlier(column: RawBuilder<unknown>, at: number): RawBuilder<number> {
  return sql`case when ${at} < ${column} then ${at} else ${column} end`;
}

/** The later of a column and a value that may each be null; a function that both databases have. */
function later(column: RawBuilder<unknown>, at: number | null): RawBuilder<number | null> {
  return sql`case when ${at} > coalesce(${column}, 0) then ${at} else ${column} end`;
}

function toRow(cronJobId: number, execution: Execution, observedAt: number): NewExecution {
  const telling = tellingReason(execution);
  return {
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
    attempt_count: attemptCount(execution),
    observed_at: observedAt,
    fault: execution.fault,
    telling_reason: telling === execution.reason ? null : telling,
  };
}

async function insertAttempts({ db }: Session, executionId: number, execution: Execution): Promise<void> {
  const { attempts } = execution;
  if (attempts.length === 0 || succeededAtOnce(execution)) return;
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
        completion_index: attempt.completionIndex,
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

async function insertContainers({ db }: Session, executionId: number, execution: Execution): Promise<void> {
  if (execution.containers.length === 0 || succeededAtOnce(execution)) return;
  await db
    .insertInto('execution_containers')
    .values({ execution_id: executionId, containers_json: JSON.stringify(execution.containers) })
    .execute();
}

/** Nine of ten runs, of which the row alone is kept. */
function succeededAtOnce({ outcome, attempts }: Execution): boolean {
  return outcome === 'success' && attempts.length <= 1;
}
