import { expressionBuilder } from 'kysely';
import type { Schema } from './schema.ts';

/** Which monitors; namespace null means those of that name in any namespace. */
export interface MonitorCriteria {
  readonly namespace: string | null;
  readonly name: string;
}

/** The ids of the CronJobs that the monitors select now, for a condition of another query. */
export function monitorMembers({ namespace, name }: MonitorCriteria) {
  const members = expressionBuilder<Schema>()
    .selectFrom('monitor_cron_jobs')
    .innerJoin('monitors', 'monitors.id', 'monitor_cron_jobs.monitor_id')
    .select('monitor_cron_jobs.cron_job_id')
    .where('monitors.name', '=', name);
  return namespace === null ? members : members.where('monitors.namespace', '=', namespace);
}
