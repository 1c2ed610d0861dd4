import type { Selectable } from 'kysely';
import type { StartedRun } from '../slot/started-run.ts';
import type { ContainerEnd } from '../execution/container-end.ts';
import type { Attempt, Execution, Fault, Outcome } from '../execution/execution.ts';
import { chunks } from '../lib/chunks.ts';
import type { Session } from './database.ts';
import { insertExecution } from './insert-execution.ts';
import { fromJsonColumn } from './json-column.ts';
import type { QueryShape } from './prepared-query.ts';
import { ROWS_PER_STATEMENT } from './rows-per-statement.ts';
import type { AttemptsTable, ExecutionsTable } from './schema.ts';

/** A finished run as a list tells it. */
export interface StoredExecution {
  readonly id: number;
  readonly jobUid: string;
  readonly jobName: string;
  readonly outcome: Outcome;
  /** Of the Job's terminal condition, or our own word for a Job that went. */
  readonly reason: string | null;
  /** The one that tells most: of the attempt that decided, else the Job's own. */
  readonly tellingReason: string | null;
  readonly message: string | null;
  readonly fault: Fault | null;
  readonly manual: boolean;
  readonly scheduledFor: number | null;
  readonly startedAt: number;
  readonly completedAt: number;
  readonly durationMs: number;
  readonly exitCode: number;
  /** On which attempt it succeeded, or after how many it failed; 0 when no Pod was ever seen. */
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
  /** How the containers stood at the end; likewise. */
  readonly containers: readonly ContainerEnd[];
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
  readonly reason: string | null;
  readonly completedAt: number;
}

export interface LastRecorded {
  readonly completedAt: number;
  /** Null when it was started by hand. */
  readonly scheduledFor: number | null;
  /** When it was recorded, by our clock. */
  readonly observedAt: number;
}

/** The queries of `executions` and `attempts`. */
export function executions(session: Session) {
  const { db, prepared } = session;
  return {
    /** Which of the Jobs have their run recorded. */
    async recordedUids(jobUids: readonly string[]): Promise<Set<string>> {
      const found = new Set<string>();
      for (const chunk of chunks(jobUids, ROWS_PER_STATEMENT)) {
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
      const { rows } = await db.executeQuery(prepared.bind(db, NEWEST, { id: cronJobId, count }));
      return rows.map((row) => ({
        jobUid: row.job_uid,
        outcome: row.outcome as Outcome,
        reason: row.reason,
        completedAt: row.completed_at,
      }));
    },

    /** The run that ended last; null when none is recorded. */
    async lastRecorded(cronJobId: number): Promise<LastRecorded | null> {
      const row = await db
        .selectFrom('executions')
        .select(['completed_at', 'scheduled_for', 'observed_at'])
        .where('cron_job_id', '=', cronJobId)
        .orderBy('completed_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (row === undefined) return null;
      return {
        completedAt: row.completed_at,
        scheduledFor: row.scheduled_for,
        observedAt: row.observed_at,
      };
    },

    /** The runs that ended after `since`, in any order, as slots are judged by them. */
    async startedRunsSince(cronJobId: number, since: number): Promise<StartedRun[]> {
      const rows = await db
        .selectFrom('executions')
        .select(['job_uid', 'job_name', 'scheduled_for', 'started_at', 'completed_at', 'outcome'])
        .where('cron_job_id', '=', cronJobId)
        .where('completed_at', '>', since)
        .execute();
      return rows.map((row) => ({
        jobUid: row.job_uid,
        jobName: row.job_name,
        slot: row.scheduled_for,
        startedAt: row.started_at,
        endedAt: row.completed_at,
        outcome: row.outcome as Outcome,
        remains: false,
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
      const total = matching.select(({ fn }) => fn.countAll<number>().as('total'));
      const [rows, count] = await Promise.all([
        matching
          .selectAll()
          .orderBy('started_at', 'desc')
          .orderBy('id', 'desc')
          .limit(filter.limit)
          .offset(filter.offset)
          .execute(),
        // Of all runs the number is kept: counting them reads them.
        (filter.status ?? filter.from ?? filter.to) === undefined
          ? db
              .selectFrom('cron_jobs')
              .select('execution_count as total')
              .where('id', '=', cronJobId)
              .executeTakeFirst()
          : total.executeTakeFirst(),
      ]);
      return { items: rows.map(toStoredExecution), total: count?.total ?? 0 };
    },

    /** The run of one Job; null when none is recorded. */
    async get(jobUid: string): Promise<ExecutionDetail | null> {
      const [row, attempts, containers] = await Promise.all([
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
        db
          .selectFrom('execution_containers')
          .innerJoin('executions', 'executions.id', 'execution_containers.execution_id')
          .select('containers_json')
          .where('executions.job_uid', '=', jobUid)
          .executeTakeFirst(),
      ]);
      if (row === undefined) return null;
      return {
        ...toStoredExecution(row),
        cronJobId: row.cron_job_id,
        namespace: row.namespace,
        cronJobName: row.name,
        attempts: attempts.map(toAttempt),
        containers:
          containers === undefined ? [] : (fromJsonColumn(containers.containers_json) as ContainerEnd[]),
      };
    },
  };
}

type OutcomeRow = Pick<Selectable<ExecutionsTable>, 'job_uid' | 'outcome' | 'reason' | 'completed_at'>;

const NEWEST: QueryShape<{ readonly id: number; readonly count: number }, OutcomeRow> = (db, value) =>
  db
    .selectFrom('executions')
    .select(['job_uid', 'outcome', 'reason', 'completed_at'])
    .where('cron_job_id', '=', value('id'))
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(value('count'));

function toStoredExecution(row: Selectable<ExecutionsTable>): StoredExecution {
  return {
    id: row.id,
    jobUid: row.job_uid,
    jobName: row.job_name,
    outcome: row.outcome as Outcome,
    reason: row.reason,
    tellingReason: row.telling_reason ?? row.reason,
    message: row.message,
    fault: row.fault as Fault | null,
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
    completionIndex: row.completion_index,
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
