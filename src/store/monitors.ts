import { sql } from 'kysely';
import { chunks } from '../lib/chunks.ts';
import type { Session } from './database.ts';
import { fromJsonColumn } from './json-column.ts';
import {
  type MonitorStatistics,
  monitorStatistics,
  type MonitorSums,
  monitorSums,
} from './monitor-statistics.ts';
import { ROWS_PER_STATEMENT } from './rows-per-statement.ts';
import type { WindowMemory } from './window-statistics.ts';

/** A CronJobMonitor as the cluster has it. */
export interface MonitorResource {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly generation: number;
  readonly spec: unknown;
}

/** A Kubernetes condition, as the resource's status carries it. */
export interface MonitorCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionAt: number;
  readonly observedGeneration: number;
}

/** A monitor with how its CronJobs are. Deleted CronJobs do not count. */
export interface MonitorOverview extends MonitorResource {
  readonly id: number;
  readonly conditions: readonly MonitorCondition[];
  readonly cronJobCount: number;
  readonly healthy: number;
  readonly warning: number;
  readonly critical: number;
}

/** The queries of `monitors` and `monitor_cron_jobs`. */
export function monitors(session: Session, memory: WindowMemory | null) {
  const { db } = session;
  return {
    /** Writes the resource and answers its row's id; conditions and members stay as they are. */
    upsert(resource: MonitorResource): Promise<number> {
      return upsertMonitor(session, resource);
    },

    /** With its membership. */
    async delete(key: { readonly namespace: string; readonly name: string }): Promise<void> {
      await db
        .deleteFrom('monitors')
        .where('namespace', '=', key.namespace)
        .where('name', '=', key.name)
        .execute();
    },

    /** Makes the table hold these and no others, as after a first list. The ids, in the given order. */
    replaceAll(resources: readonly MonitorResource[]): Promise<number[]> {
      return session.atomically(async (tx) => {
        const rows = await tx.db.selectFrom('monitors').select('id').execute();
        const kept = await Promise.all(resources.map((resource) => upsertMonitor(tx, resource)));
        const wanted = new Set(kept);
        const gone = rows.map(({ id }) => id).filter((id) => !wanted.has(id));
        await Promise.all(gone.map((id) => tx.db.deleteFrom('monitors').where('id', '=', id).execute()));
        return kept;
      });
    },

    async setConditions(id: number, conditions: readonly MonitorCondition[]): Promise<void> {
      await db
        .updateTable('monitors')
        .set({ conditions_json: JSON.stringify(conditions) })
        .where('id', '=', id)
        .execute();
    },

    /** Makes these the monitor's CronJobs; writes only what differs. */
    replaceMembers(monitorId: number, cronJobIds: readonly number[]): Promise<void> {
      return session.atomically((tx) => replaceMembers(tx, monitorId, cronJobIds));
    },

    /** The monitors that select the CronJob, by namespace and name. */
    ofCronJob(cronJobId: number): Promise<{ namespace: string; name: string }[]> {
      return db
        .selectFrom('monitors')
        .innerJoin('monitor_cron_jobs', 'monitor_cron_jobs.monitor_id', 'monitors.id')
        .select(['namespace', 'name'])
        .where('cron_job_id', '=', cronJobId)
        .orderBy('namespace')
        .orderBy('name')
        .execute();
    },

    /** Over the runs of all its CronJobs together, each CronJob in its own window before `now`. */
    statistics(monitorId: number, now: number): Promise<MonitorStatistics> {
      return monitorStatistics(session, memory, monitorId, now);
    },

    /** What can be added up of the runs of each monitor's CronJobs, by the monitor's id; none without a CronJob. */
    sums(now: number): Promise<ReadonlyMap<number, MonitorSums>> {
      return monitorSums(session, memory, now);
    },

    /** By namespace and name. */
    list(): Promise<MonitorOverview[]> {
      return overviews(session, null);
    },

    /** Null when there is none of that name. */
    async get(namespace: string, name: string): Promise<MonitorOverview | null> {
      const [monitor] = await overviews(session, { namespace, name });
      return monitor ?? null;
    },
  };
}

async function upsertMonitor({ db }: Session, resource: MonitorResource): Promise<number> {
  const seen = {
    uid: resource.uid,
    generation: resource.generation,
    spec_json: JSON.stringify(resource.spec ?? null),
  };
  const row = await db
    .insertInto('monitors')
    .values({ namespace: resource.namespace, name: resource.name, ...seen })
    .onConflict((conflict) => conflict.columns(['namespace', 'name']).doUpdateSet(seen))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function replaceMembers(
  { db }: Session,
  monitorId: number,
  cronJobIds: readonly number[],
): Promise<void> {
  const rows = await db
    .selectFrom('monitor_cron_jobs')
    .select('cron_job_id')
    .where('monitor_id', '=', monitorId)
    .execute();
  const before = new Set(rows.map((row) => row.cron_job_id));
  const after = new Set(cronJobIds);
  const gone = [...before].filter((id) => !after.has(id));
  const added = [...after].filter((id) => !before.has(id));
  const statements = [
    ...chunks(gone, ROWS_PER_STATEMENT).map((some) =>
      db
        .deleteFrom('monitor_cron_jobs')
        .where('monitor_id', '=', monitorId)
        .where('cron_job_id', 'in', some)
        .execute(),
    ),
    ...chunks(added, ROWS_PER_STATEMENT).map((some) =>
      db
        .insertInto('monitor_cron_jobs')
        .values(some.map((id) => ({ monitor_id: monitorId, cron_job_id: id })))
        // A replica may have been there first.
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    ),
  ];
  await Promise.all(statements);
}

async function overviews(
  { db }: Session,
  only: { readonly namespace: string; readonly name: string } | null,
): Promise<MonitorOverview[]> {
  let query = db
    .selectFrom('monitors')
    .leftJoin('monitor_cron_jobs', 'monitor_cron_jobs.monitor_id', 'monitors.id')
    .leftJoin('cron_jobs', (join) =>
      join.onRef('cron_jobs.id', '=', 'monitor_cron_jobs.cron_job_id').on('cron_jobs.deleted_at', 'is', null),
    )
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('alerts')
          .select([
            'cron_job_id',
            sql<number>`max(case when severity = 'critical' then 1 else 0 end)`.as('critical'),
          ])
          .where('resolved_at', 'is', null)
          .groupBy('cron_job_id')
          .as('active'),
      (join) => join.onRef('active.cron_job_id', '=', 'cron_jobs.id'),
    )
    .selectAll('monitors')
    .select(({ fn }) => [
      fn.count<number>('cron_jobs.id').as('cron_job_count'),
      fn.count<number>('active.critical').as('alerting_count'),
      sql<number>`coalesce(sum(active.critical), 0)`.as('critical_count'),
    ])
    .groupBy('monitors.id')
    .orderBy('monitors.namespace')
    .orderBy('monitors.name');
  if (only !== null) {
    query = query.where('monitors.namespace', '=', only.namespace).where('monitors.name', '=', only.name);
  }
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    uid: row.uid,
    namespace: row.namespace,
    name: row.name,
    generation: row.generation,
    spec: fromJsonColumn(row.spec_json),
    conditions: fromJsonColumn(row.conditions_json) as MonitorCondition[],
    cronJobCount: row.cron_job_count,
    healthy: row.cron_job_count - row.alerting_count,
    warning: row.alerting_count - row.critical_count,
    critical: row.critical_count,
  }));
}
