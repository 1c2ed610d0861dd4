import { sql } from 'kysely';
import type { Session } from './database.ts';
import { fromJsonColumn } from './json-column.ts';

/** A monitor as far as an SLA depends on it. */
export interface SlaMonitor {
  readonly id: number;
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly generation: number;
  readonly spec: unknown;
}

/** A CronJob that a monitor selects. */
export interface SlaMember {
  readonly monitorId: number;
  readonly cronJobId: number;
  readonly namespace: string;
  readonly name: string;
}

/** Which members; all that are given must hold. */
export interface SlaFilter {
  readonly namespace?: string;
  /** Namespace null: a monitor of that name in any namespace. */
  readonly monitor?: { readonly namespace: string | null; readonly name: string };
}

/** The alerts about the success rate of one CronJob that were raised since an instant. */
export interface SlaBreaches {
  readonly raised: number;
  /** When the first of them was raised. */
  readonly firstAt: number;
}

/** Who has an SLA, and how often it was broken. */
export function slaSubjects({ db }: Session) {
  return {
    /** All monitors, by namespace and name. */
    async monitors(): Promise<SlaMonitor[]> {
      const rows = await db
        .selectFrom('monitors')
        .select(['id', 'uid', 'namespace', 'name', 'generation', 'spec_json'])
        .orderBy('namespace')
        .orderBy('name')
        .execute();
      return rows.map(({ spec_json: spec, ...monitor }) => ({ ...monitor, spec: fromJsonColumn(spec) }));
    },

    /** The CronJobs in the cluster that the monitors select, by namespace and name. */
    async members({ namespace, monitor }: SlaFilter): Promise<SlaMember[]> {
      let query = db
        .selectFrom('monitor_cron_jobs')
        .innerJoin('cron_jobs', 'cron_jobs.id', 'monitor_cron_jobs.cron_job_id')
        .innerJoin('monitors', 'monitors.id', 'monitor_cron_jobs.monitor_id')
        .select(['monitor_id as monitorId', 'cron_job_id as cronJobId'])
        .select(['cron_jobs.namespace', 'cron_jobs.name'])
        .where('cron_jobs.deleted_at', 'is', null)
        .orderBy('cron_jobs.namespace')
        .orderBy('cron_jobs.name')
        .orderBy('monitors.namespace')
        .orderBy('monitors.name');
      if (namespace !== undefined) query = query.where('cron_jobs.namespace', '=', namespace);
      if (monitor !== undefined) query = query.where('monitors.name', '=', monitor.name);
      if (monitor && monitor.namespace !== null) {
        query = query.where('monitors.namespace', '=', monitor.namespace);
      }
      return query.execute();
    },

    /** By the CronJob's id; CronJobs without any are left out. */
    async breaches(since: number): Promise<Map<number, SlaBreaches>> {
      const rows = await db
        .selectFrom('alerts')
        .select(({ fn }) => ['cron_job_id', fn.countAll<number>().as('raised')])
        .select(sql<number>`min(opened_at)`.as('first_at'))
        .where('type', '=', 'slaViolation')
        .where('reason', '=', 'SuccessRate')
        .where('opened_at', '>=', since)
        .groupBy('cron_job_id')
        .execute();
      return new Map(rows.map((row) => [row.cron_job_id, { raised: row.raised, firstAt: row.first_at }]));
    },
  };
}
