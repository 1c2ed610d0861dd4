import { type ExpressionBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { type MonitorCriteria, monitorMembers } from './monitor-members.ts';
import type { Schema } from './schema.ts';

/** Which CronJobs a reader has chosen; all that are given must hold. */
export interface CronJobChoice {
  readonly namespace?: string;
  /** An alert comes before a run in progress, that before a suspension. Deleted ones have no state. */
  readonly state?: 'critical' | 'warning' | 'running' | 'healthy' | 'suspended';
  /** A part of `namespace/name`, in any case. */
  readonly search?: string;
  /** A monitor that selects it. */
  readonly monitor?: MonitorCriteria;
}

/** The rows of `query` that fit the choice. */
export function chosenCronJobs<O>(query: SelectQueryBuilder<Schema, 'cron_jobs', O>, choice: CronJobChoice) {
  const { namespace, state, search, monitor } = choice;
  let chosen = query;
  if (namespace !== undefined) chosen = chosen.where('namespace', '=', namespace);
  if (monitor !== undefined) {
    chosen = chosen.where('cron_jobs.id', 'in', monitorMembers(monitor));
  }
  if (search !== undefined) {
    const text = search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');
    chosen = chosen.where(
      sql<SqlBool>`lower(namespace || '/' || cron_jobs.name) like ${`%${text}%`} escape '\\'`,
    );
  }
  if (state !== undefined) chosen = chosen.where('deleted_at', 'is', null).where((eb) => inState(eb, state));
  return chosen;
}

function inState(eb: ExpressionBuilder<Schema, 'cron_jobs'>, state: NonNullable<CronJobChoice['state']>) {
  const alerted = eb.exists(activeAlerts(eb));
  const critical = eb.exists(activeAlerts(eb).where('severity', '=', 'critical'));
  const running = eb('running_json', '!=', '[]');
  switch (state) {
    case 'critical':
      return critical;
    case 'warning':
      return eb.and([alerted, eb.not(critical)]);
    case 'running':
      return eb.and([eb.not(alerted), running]);
    case 'suspended':
      return eb.and([eb.not(alerted), eb.not(running), eb('suspend', '=', 1)]);
    case 'healthy':
      return eb.and([eb.not(alerted), eb.not(running), eb('suspend', '=', 0)]);
  }
}

function activeAlerts(eb: ExpressionBuilder<Schema, 'cron_jobs'>) {
  return eb
    .selectFrom('alerts')
    .select('alerts.id')
    .whereRef('alerts.cron_job_id', '=', 'cron_jobs.id')
    .where('resolved_at', 'is', null);
}
