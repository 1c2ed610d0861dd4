import type { Alert, AlertReason, AlertType, Severity } from '../alert/alert.ts';
import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely';
import type { Session } from './database.ts';
import { type MonitorCriteria, monitorMembers } from './monitor-members.ts';
import type { QueryShape } from './prepared-query.ts';
import type { AlertsTable, Schema } from './schema.ts';

/** All that are given must hold. */
export interface AlertCriteria {
  readonly namespace?: string;
  readonly cronJob?: string;
  /** A monitor that selects the CronJob now. */
  readonly monitor?: MonitorCriteria;
  readonly type?: AlertType;
  readonly reason?: AlertReason;
  readonly severity?: Severity;
  /** True: only those whose cause lasts; false: only those that were resolved. */
  readonly active?: boolean;
  /** True: only those that somebody took up; false: only those that nobody has. */
  readonly acknowledged?: boolean;
  /** Both inclusive; compared with `openedAt`. */
  readonly from?: number;
  readonly to?: number;
}

export interface AlertFilter extends AlertCriteria {
  /** The most severe first and of these the newest, of active alerts alone; the newest first without it. */
  readonly sort?: 'newest' | 'severity';
  readonly limit: number;
  readonly offset: number;
}

export interface Acknowledgement {
  readonly at: number;
  readonly by: string | null;
  readonly comment: string | null;
}

/** A row of the table with the name of its CronJob. */
export type AlertRow = AlertsTable & { readonly namespace: string; readonly cron_job_name: string };

/** The queries of `alerts`. */
export function alerts({ db, prepared }: Session) {
  const rows = allAlerts(db);

  async function get(id: string): Promise<Alert | null> {
    const row = await rows.where('alerts.id', '=', id).executeTakeFirst();
    return row === undefined ? null : toAlert(row);
  }

  /** The alert of failed runs that lasted at the instant: one is open at a time, so the last that was opened by then decides. */
  async function failureAt(cronJobId: number, at: number) {
    const last = await db
      .selectFrom('alerts')
      .select(['id', 'reason', 'opened_at', 'resolved_at'])
      .where('cron_job_id', '=', cronJobId)
      .where('reason', '=', 'JobFailed')
      .where('opened_at', '<=', at)
      .orderBy('opened_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    return last.filter(({ resolved_at }) => resolved_at === null || resolved_at >= at);
  }

  return {
    get,

    /**
     * The alert that tells of a run: whose latest it is, or, of a failed one, that of failed runs which lasted
     * when it ended. Null when there is none.
     */
    async idOfRun(jobUid: string): Promise<string | null> {
      const run = await db
        .selectFrom('executions')
        .select(['cron_job_id', 'outcome', 'completed_at'])
        .where('job_uid', '=', jobUid)
        .executeTakeFirst();
      if (run === undefined) return null;
      const [naming, lasting] = await Promise.all([
        db.selectFrom('alerts').select(['id', 'reason', 'opened_at']).where('job_uid', '=', jobUid).execute(),
        run.outcome === 'failed' ? failureAt(run.cron_job_id, run.completed_at) : [],
      ]);
      return [...naming, ...lasting].sort(byNearness)[0]?.id ?? null;
    },

    /** The CronJob's active alerts, oldest first. */
    async openOf(cronJobId: number): Promise<Alert[]> {
      const open = await db.executeQuery(prepared.bind(db, OPEN_OF, { id: cronJobId }));
      return open.rows.map(toAlert);
    },

    /** False, and nothing is changed, when the alert is there or another is open for the same cause. */
    async insert(cronJobId: number, alert: Alert): Promise<boolean> {
      const result = await db
        .insertInto('alerts')
        .values({
          id: alert.id,
          cron_job_id: cronJobId,
          type: alert.type,
          reason: alert.reason,
          opened_at: alert.openedAt,
          acknowledged_at: alert.acknowledgedAt,
          acknowledged_by: alert.acknowledgedBy,
          acknowledge_comment: alert.acknowledgeComment,
          ...changing(alert),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return result.numInsertedOrUpdatedRows === 1n;
    },

    /** Writes what changes in an alert's life, all but the acknowledgement, which has its own writer. */
    async update(alert: Alert): Promise<void> {
      await db.updateTable('alerts').set(changing(alert)).where('id', '=', alert.id).execute();
    },

    /** The first acknowledgement counts; a later one changes nothing. The alert, or null when there is none. */
    async acknowledge(id: string, acknowledgement: Acknowledgement): Promise<Alert | null> {
      await db
        .updateTable('alerts')
        .set({
          acknowledged_at: acknowledgement.at,
          acknowledged_by: acknowledgement.by,
          acknowledge_comment: acknowledgement.comment,
        })
        .where('id', '=', id)
        .where('acknowledged_at', 'is', null)
        .execute();
      return get(id);
    },

    /** One page in the order asked for, and how many match on all pages. */
    async list(filter: AlertFilter): Promise<{ items: Alert[]; total: number }> {
      const matching = matchingAlerts(db, filter);
      const [page, count] = await Promise.all([
        (filter.sort === 'severity' ? matching.orderBy(SEVERITY_RANK) : matching)
          .orderBy('opened_at', 'desc')
          .orderBy('alerts.id', 'desc')
          .limit(filter.limit)
          .offset(filter.offset)
          .execute(),
        // Without their CronJobs' names: whatever is asked for stands in an index.
        db
          .selectFrom('alerts')
          .where(fits(filter))
          // Of a column: else SQLite would count the active ones by an index of all, which happens to be narrower.
          .select(({ fn }) => fn.count<number>('opened_at').as('total'))
          .executeTakeFirstOrThrow(),
      ]);
      return { items: page.map(toAlert), total: count.total };
    },
  };
}

/** Worst first. No index has this order: it is asked of active alerts, which are few. */
const SEVERITY_RANK = sql`case severity when 'critical' then 0 when 'warning' then 1 else 2 end`;

/** The rows of the alerts that match, in no order; `toAlert` reads them. */
export function matchingAlerts(db: Session['db'], criteria: AlertCriteria) {
  return allAlerts(db).where(fits(criteria));
}

function fits(criteria: AlertCriteria): Expression<SqlBool> {
  const { namespace, cronJob, monitor, type, reason, severity, active, acknowledged, from, to } = criteria;
  const eb = expressionBuilder<Schema, 'alerts'>();
  const conditions: Expression<SqlBool>[] = [];
  if (namespace !== undefined || cronJob !== undefined) {
    // Of the one of both names, in whose index its alerts stand in their order.
    const operator = namespace !== undefined && cronJob !== undefined ? '=' : 'in';
    conditions.push(eb('cron_job_id', operator, cronJobsNamed(namespace, cronJob)));
  }
  if (monitor !== undefined) conditions.push(eb('cron_job_id', 'in', monitorMembers(monitor)));
  if (type !== undefined) conditions.push(eb('type', '=', type));
  if (reason !== undefined) conditions.push(eb('reason', '=', reason));
  if (severity !== undefined) conditions.push(eb('severity', '=', severity));
  if (active !== undefined) conditions.push(eb('resolved_at', active ? 'is' : 'is not', null));
  if (acknowledged !== undefined) {
    conditions.push(eb('acknowledged_at', acknowledged ? 'is not' : 'is', null));
  }
  if (from !== undefined) conditions.push(eb('opened_at', '>=', from));
  if (to !== undefined) conditions.push(eb('opened_at', '<=', to));
  return eb.and(conditions);
}

/** The ids of the CronJobs of a namespace, or of a name in any, or both. */
function cronJobsNamed(namespace: string | undefined, name: string | undefined) {
  let query = expressionBuilder<Schema>().selectFrom('cron_jobs').select('cron_jobs.id');
  if (namespace !== undefined) query = query.where('namespace', '=', namespace);
  if (name !== undefined) query = query.where('name', '=', name);
  return query;
}

function allAlerts(db: Session['db']) {
  return db
    .selectFrom('alerts')
    .innerJoin('cron_jobs', 'cron_jobs.id', 'alerts.cron_job_id')
    .selectAll('alerts')
    .select(['cron_jobs.namespace', 'cron_jobs.name as cron_job_name']);
}

type Naming = Pick<AlertsTable, 'id' | 'reason' | 'opened_at'>;

/** The alert of a run's failure before any other that names it, such as one of its duration; of these the newest. */
function byNearness(a: Naming, b: Naming): number {
  const rank = ({ reason }: Naming) => (reason === 'JobFailed' ? 0 : 1);
  return rank(a) - rank(b) || b.opened_at - a.opened_at || (a.id < b.id ? 1 : -1);
}

const OPEN_OF: QueryShape<{ readonly id: number }, AlertRow> = (db, value) =>
  allAlerts(db)
    .where('cron_job_id', '=', value('id'))
    .where('resolved_at', 'is', null)
    .orderBy('opened_at')
    .orderBy('alerts.id');

function changing(alert: Alert) {
  return {
    severity: alert.severity,
    title: alert.title,
    message: alert.message,
    cause: alert.cause,
    job_uid: alert.jobUid,
    job_name: alert.jobName,
    occurrences: alert.occurrences,
    updated_at: alert.updatedAt,
    resolved_at: alert.resolvedAt,
    resolution: alert.resolution,
    suggested_fix: alert.suggestedFix,
  };
}

/** An alert as its row and its CronJob's name tell it. */
export function toAlert(row: AlertRow): Alert {
  return {
    id: row.id,
    type: row.type as AlertType,
    reason: row.reason as AlertReason,
    severity: row.severity as Severity,
    namespace: row.namespace,
    cronJobName: row.cron_job_name,
    title: row.title,
    message: row.message,
    cause: row.cause,
    jobUid: row.job_uid,
    jobName: row.job_name,
    occurrences: row.occurrences,
    openedAt: row.opened_at,
    updatedAt: row.updated_at,
    resolvedAt: row.resolved_at,
    resolution: row.resolution,
    suggestedFix: row.suggested_fix,
    acknowledgedAt: row.acknowledged_at,
    acknowledgedBy: row.acknowledged_by,
    acknowledgeComment: row.acknowledge_comment,
  };
}
