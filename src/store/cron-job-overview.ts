import { sql, type SqlBool } from 'kysely';
import type { RunStatistics } from '../execution/run-statistics.ts';
import { chosenCronJobs, type CronJobChoice } from './chosen-cron-jobs.ts';
import type { Session } from './database.ts';
import { fromJsonColumn } from './json-column.ts';
import { keysetPages } from './keyset-pages.ts';
import { fromRunningJson, type RunningRun } from './running-run.ts';
import { type WindowMemory, windowStatistics } from './window-statistics.ts';

/** `critical` while a critical alert is active, `warning` while any other is, else `healthy`. */
export type Health = 'healthy' | 'warning' | 'critical';

/** A CronJob with its state, as a list's row and the head of its page show it. */
export interface CronJobOverview {
  readonly id: number;
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly schedule: string;
  readonly timeZone: string | null;
  readonly suspended: boolean;
  readonly status: Health;
  readonly activeAlerts: number;
  /** Of the runs that started within the window. */
  readonly statistics: RunStatistics;
  /** While nothing is recorded the statistics stay the same at any later instant before this. */
  readonly statisticsHoldUntil: number;
  readonly windowDays: number;
  /** Of all runs, whatever the window. */
  readonly executionCount: number;
  readonly lastRunAt: number | null;
  readonly nextRunAt: number | null;
  readonly running: readonly RunningRun[];
  /** The last 24 outcomes by start, newest last: `s` for a success, `f` for a failure. */
  readonly recent: string;
  readonly createdAt: number;
  readonly deletedAt: number | null;
}

export interface CronJobFilter extends CronJobChoice {
  readonly status?: Health;
  /** Without it, all. */
  readonly limit?: number;
  readonly offset?: number;
}

/** One page and the number of all. */
export async function cronJobOverviews(
  session: Session,
  memory: WindowMemory | null,
  filter: CronJobFilter,
  now: number,
): Promise<{ items: CronJobOverview[]; total: number }> {
  const { limit, offset = 0 } = filter;
  if (limit === undefined && offset === 0) {
    const items = await allOverviews(session, memory, filter, now);
    return { items, total: items.length };
  }
  const page = matching(session, filter)
    .orderBy('namespace')
    .orderBy('name')
    // An offset without a limit is no SQL that both databases read.
    .limit(limit ?? Number.MAX_SAFE_INTEGER)
    .offset(offset);
  const [items, count] = await Promise.all([
    withStatistics(session, memory, page, now),
    matching(session, filter)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { items, total: count.total };
}

/** All that match, in pages: ten thousand rows at once would hold up the threads at both ends for 50 ms. */
async function allOverviews(
  session: Session,
  memory: WindowMemory | null,
  filter: CronJobFilter,
  now: number,
): Promise<CronJobOverview[]> {
  const inOrder = matching(session, filter).orderBy('namespace').orderBy('name').limit(LIST_ROWS_PER_PAGE);
  const pages = keysetPages<CronJobOverview>(
    (last) =>
      withStatistics(
        session,
        memory,
        last === null
          ? inOrder
          : inOrder.where(sql<SqlBool>`(namespace, name) > (${last.namespace}, ${last.name})`),
        now,
      ),
    LIST_ROWS_PER_PAGE,
  );
  const items: CronJobOverview[] = [];
  for await (const page of pages) items.push(...page);
  return items;
}

/** Each page costs a statement, and the reading of the active alerts. */
const LIST_ROWS_PER_PAGE = 1_000;

/** One CronJob by its name, deleted or not. */
export async function cronJobOverview(
  session: Session,
  memory: WindowMemory | null,
  namespace: string,
  name: string,
  now: number,
): Promise<CronJobOverview | null> {
  const one = withAlerts(session).where('namespace', '=', namespace).where('name', '=', name);
  const [overview] = await withStatistics(session, memory, one, now);
  return overview ?? null;
}

/** `cron_jobs` beside the number of its active alerts, of which few exist whatever the history. */
function withAlerts({ db }: Session) {
  return db.selectFrom('cron_jobs').leftJoin(
    (eb) =>
      eb
        .selectFrom('alerts')
        .select(({ fn }) => [
          'cron_job_id',
          fn.countAll<number>().as('active_alerts'),
          sql<number>`sum(case when severity = 'critical' then 1 else 0 end)`.as('critical_alerts'),
        ])
        .where('resolved_at', 'is', null)
        .groupBy('cron_job_id')
        .as('active'),
    (join) => join.onRef('active.cron_job_id', '=', 'cron_jobs.id'),
  );
}

function matching(session: Session, filter: CronJobFilter) {
  let query = withAlerts(session).where('deleted_at', 'is', null);
  const { namespace, state, search, monitor } = filter;
  if (namespace !== undefined) query = query.where('namespace', '=', namespace);
  if (state !== undefined || search !== undefined || monitor !== undefined) {
    const choice = { ...(state && { state }), ...(search && { search }), ...(monitor && { monitor }) };
    query = query.where('cron_jobs.id', 'in', (eb) =>
      chosenCronJobs(eb.selectFrom('cron_jobs').select('cron_jobs.id'), choice),
    );
  }
  switch (filter.status) {
    case 'critical':
      return query.where('critical_alerts', '>', 0);
    case 'warning':
      return query.where('active_alerts', '>', 0).where('critical_alerts', '=', 0);
    case 'healthy':
      return query.where('active_alerts', 'is', null);
    case undefined:
    default:
      return query;
  }
}

/** No others: of ten thousand rows every column costs some ms on its way between the threads. */
const COLUMNS = [
  'cron_jobs.id',
  'namespace',
  'name',
  'labels_json',
  'schedule',
  'time_zone',
  'suspend',
  'window_days',
  'execution_count',
  'history_revision',
  'last_run_at',
  'next_run_at',
  'running_json',
  'recent',
  'created_at',
  'deleted_at',
  'active_alerts',
  'critical_alerts',
] as const;

/** The rows of `page` with the statistics of their windows. */
async function withStatistics(
  session: Session,
  memory: WindowMemory | null,
  page: ReturnType<typeof withAlerts>,
  now: number,
): Promise<CronJobOverview[]> {
  const rows = await page.select(COLUMNS).execute();
  const windows = await windowStatistics(session, memory, rows, now);
  return rows.map((row) => ({
    id: row.id,
    namespace: row.namespace,
    name: row.name,
    labels: fromJsonColumn(row.labels_json) as Record<string, string>,
    schedule: row.schedule,
    timeZone: row.time_zone,
    suspended: row.suspend === 1,
    status: health(row.active_alerts ?? 0, row.critical_alerts ?? 0),
    activeAlerts: row.active_alerts ?? 0,
    statistics: windows.get(row.id)!.statistics,
    statisticsHoldUntil: windows.get(row.id)!.holdUntil,
    windowDays: row.window_days,
    executionCount: row.execution_count,
    lastRunAt: row.last_run_at,
    nextRunAt: row.next_run_at,
    running: fromRunningJson(row.running_json),
    recent: row.recent,
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
  }));
}

function health(active: number, critical: number): Health {
  if (critical > 0) return 'critical';
  return active > 0 ? 'warning' : 'healthy';
}
