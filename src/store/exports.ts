import { type Selectable, sql, type SqlBool } from 'kysely';
import type { Alert } from '../alert/alert.ts';
import type { Outcome } from '../execution/execution.ts';
import { type AlertCriteria, type AlertRow, matchingAlerts, toAlert } from './alerts.ts';
import type { ChannelEntry } from '../alert/ledger.ts';
import { type DeliveryCriteria, deliveryPages } from './channel-ledger.ts';
import { chosenCronJobs, type CronJobChoice } from './chosen-cron-jobs.ts';
import type { Session } from './database.ts';
import { keysetPages, pagesTogether, ROWS_PER_PAGE } from './keyset-pages.ts';
import type { QueryShape } from './prepared-query.ts';
import type { ExecutionsTable } from './schema.ts';

/** A finished run with the name of its CronJob. */
export interface ExportedExecution {
  readonly jobUid: string;
  readonly namespace: string;
  readonly cronJobName: string;
  readonly jobName: string;
  readonly outcome: Outcome;
  /** The one that tells most. */
  readonly reason: string | null;
  readonly startedAt: number;
  readonly completedAt: number;
  readonly durationMs: number;
  readonly exitCode: number;
}

/** Of which CronJobs, deleted ones too unless a state is asked for, and which of their runs. */
export interface ExecutionCriteria extends Omit<CronJobChoice, 'monitor'> {
  readonly cronJob?: string;
  readonly outcome?: Outcome;
  /** Both inclusive; compared with `startedAt`. */
  readonly from?: number;
  readonly to?: number;
}

/**
 * Long lists in pages, each a query of its own that continues after the last row of the page before: the
 * thousandth page costs what the first does, and nothing is held between two. What changes meanwhile may
 * or may not be seen; no row comes twice.
 */
export function exports(session: Session) {
  return {
    /**
     * Runs by namespace and CronJob, deleted ones too; of each the newest start first. Each CronJob by itself,
     * because it has an index of its runs by time, and all together have none; those with few runs travel together.
     */
    async *executions(criteria: ExecutionCriteria): AsyncGenerator<ExportedExecution[]> {
      for (const group of groups(await cronJobsOf(session, criteria))) {
        yield* pagesTogether(group.map((cronJob) => executionsOf(session, cronJob, criteria)));
      }
    },

    /** Alerts, newest first. */
    async *alerts(criteria: AlertCriteria): AsyncGenerator<Alert[]> {
      const newestFirst = matchingAlerts(session.db, criteria)
        .orderBy('opened_at', 'desc')
        .orderBy('alerts.id', 'desc')
        .limit(ROWS_PER_PAGE);
      const pages = keysetPages<AlertRow>((last) =>
        (last === null
          ? newestFirst
          : newestFirst.where(sql<SqlBool>`(opened_at, alerts.id) < (${last.opened_at}, ${last.id})`)
        ).execute(),
      );
      for await (const page of pages) yield page.map(toAlert);
    },

    /** What was decided about each alert and channel, newest first. */
    deliveries(criteria: DeliveryCriteria): AsyncGenerator<ChannelEntry[]> {
      return deliveryPages(session, criteria);
    },
  };
}

interface NamedCronJob {
  readonly id: number;
  readonly namespace: string;
  readonly name: string;
  readonly execution_count: number;
}

/** So many statements of a group are parsed and answered without a pause at the most. */
const MOST_GROUPED = 50;

/** Neighbours whose runs fill a page at the most, and by themselves those that have more. */
function* groups(cronJobs: readonly NamedCronJob[]): Generator<NamedCronJob[]> {
  let group: NamedCronJob[] = [];
  let rows = 0;
  for (const cronJob of cronJobs) {
    rows += cronJob.execution_count;
    if (group.length === MOST_GROUPED || (group.length > 0 && rows > ROWS_PER_PAGE)) {
      yield group;
      group = [];
      rows = cronJob.execution_count;
    }
    group.push(cronJob);
  }
  if (group.length > 0) yield group;
}

function cronJobsOf({ db }: Session, criteria: ExecutionCriteria): Promise<NamedCronJob[]> {
  const all = db
    .selectFrom('cron_jobs')
    .select(['cron_jobs.id', 'namespace', 'cron_jobs.name', 'execution_count'])
    .orderBy('namespace')
    .orderBy('cron_jobs.name');
  const chosen = chosenCronJobs(all, criteria);
  const { cronJob } = criteria;
  return (cronJob === undefined ? chosen : chosen.where('cron_jobs.name', '=', cronJob)).execute();
}

type RunRow = Pick<
  Selectable<ExecutionsTable>,
  | 'id'
  | 'job_uid'
  | 'job_name'
  | 'outcome'
  | 'reason'
  | 'telling_reason'
  | 'started_at'
  | 'completed_at'
  | 'duration_ms'
  | 'exit_code'
>;

interface PageStart {
  readonly cron_job_id: number;
  /** One of the two: twice the same where it matters. */
  readonly outcome: Outcome;
  readonly other_outcome: Outcome;
  readonly from: number;
  /** The rows after the one that started then and has this id. */
  readonly started_at: number;
  readonly id: number;
}

const RUNS: QueryShape<PageStart, RunRow> = (db, value) =>
  db
    .selectFrom('executions')
    .select(['id', 'job_uid', 'job_name', 'outcome', 'reason', 'telling_reason'])
    .select(['started_at', 'completed_at', 'duration_ms', 'exit_code'])
    .where('cron_job_id', '=', value('cron_job_id'))
    .where('outcome', 'in', [value('outcome'), value('other_outcome')])
    .where('started_at', '>=', value('from'))
    .where(sql<SqlBool>`(started_at, id) < (${value('started_at')}, ${value('id')})`)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ROWS_PER_PAGE);

async function* executionsOf(
  { db, prepared }: Session,
  cronJob: NamedCronJob,
  { from = 0, to = Number.MAX_SAFE_INTEGER, outcome }: ExecutionCriteria,
): AsyncGenerator<ExportedExecution[]> {
  const pages = keysetPages<RunRow>(async (last) => {
    const { started_at, id } = last ?? { started_at: to, id: Number.MAX_SAFE_INTEGER };
    const outcomes = { outcome: outcome ?? 'success', other_outcome: outcome ?? 'failed' } as const;
    const start = { cron_job_id: cronJob.id, ...outcomes, from, started_at, id };
    return (await db.executeQuery(prepared.bind(db, RUNS, start))).rows;
  });
  for await (const page of pages) yield page.map((row) => toExported(cronJob, row));
}

function toExported(cronJob: NamedCronJob, row: RunRow): ExportedExecution {
  return {
    jobUid: row.job_uid,
    namespace: cronJob.namespace,
    cronJobName: cronJob.name,
    jobName: row.job_name,
    outcome: row.outcome as Outcome,
    reason: row.telling_reason ?? row.reason,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    durationMs: row.duration_ms,
    exitCode: row.exit_code,
  };
}
