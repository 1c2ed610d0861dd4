import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

/** Runs, their evidence, alerts, the outbox, and the resources that say what to watch. */
export const firstLight: Migration = {
  name: '001-first-light',
  async up(db, identity) {
    await db.schema
      .createTable('cron_jobs')
      .addColumn('id', identity.type, identity.column)
      .addColumn('namespace', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('uid', 'text', (c) => c.notNull())
      .addColumn('labels_json', 'text', (c) => c.notNull())
      .addColumn('schedule', 'text', (c) => c.notNull())
      .addColumn('time_zone', 'text')
      .addColumn('suspend', 'integer', (c) => c.notNull())
      .addColumn('concurrency_policy', 'text', (c) => c.notNull())
      .addColumn('starting_deadline_seconds', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_scheduled_for', 'bigint')
      .addColumn('next_run_at', 'bigint')
      // bigint, because it is multiplied with the ms of a day.
      .addColumn('window_days', 'bigint', (c) => c.notNull())
      .addColumn('observed_at', 'bigint', (c) => c.notNull())
      .addColumn('deleted_at', 'bigint')
      .addColumn('running_json', 'text', (c) => c.notNull().defaultTo('[]'))
      .addColumn('last_run_at', 'bigint')
      .addColumn('recent', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('execution_count', 'bigint', (c) => c.notNull().defaultTo(0))
      .addUniqueConstraint('cron_jobs_namespace_name', ['namespace', 'name'])
      .execute();

    await db.schema
      .createTable('executions')
      .addColumn('id', identity.type, identity.column)
      .addColumn('cron_job_id', 'bigint', (c) => c.notNull().references('cron_jobs.id').onDelete('cascade'))
      .addColumn('job_uid', 'text', (c) => c.notNull().unique())
      .addColumn('job_name', 'text', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addColumn('reason', 'text')
      .addColumn('message', 'text')
      .addColumn('manual', 'integer', (c) => c.notNull())
      .addColumn('scheduled_for', 'bigint')
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('completed_at', 'bigint', (c) => c.notNull())
      .addColumn('duration_ms', 'bigint', (c) => c.notNull())
      .addColumn('exit_code', 'integer', (c) => c.notNull())
      .addColumn('attempt_count', 'integer', (c) => c.notNull())
      .addColumn('observed_at', 'bigint', (c) => c.notNull())
      .execute();
    // Covers the statistics of a window: none of its rows is read from the table.
    await db.schema
      .createIndex('executions_started')
      .on('executions')
      .columns(['cron_job_id', 'started_at desc', 'outcome', 'duration_ms'])
      .execute();
    // For the rules, which count outcomes in a row, and for deleting by age.
    await db.schema
      .createIndex('executions_completed')
      .on('executions')
      .columns(['cron_job_id', 'completed_at desc'])
      .execute();

    await db.schema
      .createTable('attempts')
      .addColumn('execution_id', 'bigint', (c) => c.notNull().references('executions.id').onDelete('cascade'))
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addColumn('pod_uid', 'text', (c) => c.notNull())
      .addColumn('pod_name', 'text', (c) => c.notNull())
      .addColumn('node_name', 'text')
      .addColumn('container', 'text')
      .addColumn('image', 'text')
      .addColumn('exit_code', 'integer')
      .addColumn('signal', 'integer')
      .addColumn('reason', 'text')
      .addColumn('message', 'text')
      .addColumn('started_at', 'bigint')
      .addColumn('finished_at', 'bigint')
      .addPrimaryKeyConstraint('attempts_key', ['execution_id', 'number'])
      .execute();

    await db.schema
      .createTable('execution_logs')
      .addColumn('job_uid', 'text', (c) => c.notNull())
      .addColumn('pod_uid', 'text', (c) => c.notNull())
      .addColumn('container', 'text', (c) => c.notNull())
      .addColumn('restart_count', 'integer', (c) => c.notNull())
      .addColumn('pod_name', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('truncated', 'integer', (c) => c.notNull())
      .addColumn('captured_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('execution_logs_key', ['job_uid', 'pod_uid', 'container', 'restart_count'])
      .execute();

    await db.schema
      .createTable('execution_events')
      .addColumn('job_uid', 'text', (c) => c.notNull())
      .addColumn('event_uid', 'text', (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('object_kind', 'text', (c) => c.notNull())
      .addColumn('object_name', 'text', (c) => c.notNull())
      .addColumn('count', 'integer', (c) => c.notNull())
      .addColumn('first_at', 'bigint')
      .addColumn('last_at', 'bigint')
      .addPrimaryKeyConstraint('execution_events_key', ['job_uid', 'event_uid'])
      .execute();

    await db.schema
      .createTable('alerts')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('cron_job_id', 'bigint', (c) => c.notNull().references('cron_jobs.id').onDelete('cascade'))
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('severity', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('job_uid', 'text')
      .addColumn('job_name', 'text')
      .addColumn('occurrences', 'integer', (c) => c.notNull())
      .addColumn('opened_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('resolved_at', 'bigint')
      .addColumn('resolution', 'text')
      .addColumn('suggested_fix', 'text')
      .addColumn('acknowledged_at', 'bigint')
      .addColumn('acknowledged_by', 'text')
      .addColumn('acknowledge_comment', 'text')
      .execute();
    // At most one open alert for a cause, whoever writes; also finds the open ones of a CronJob.
    await db.schema
      .createIndex('alerts_open')
      .unique()
      .on('alerts')
      .columns(['cron_job_id', 'type', 'reason'])
      .where(sql.ref('resolved_at'), 'is', null)
      .execute();
    await db.schema
      .createIndex('alerts_opened')
      .on('alerts')
      .columns(['opened_at desc', 'id desc'])
      .execute();
    // The active ones are few among many: their list must not read the others.
    await db.schema
      .createIndex('alerts_active')
      .on('alerts')
      .columns(['opened_at desc', 'id desc'])
      .where(sql.ref('resolved_at'), 'is', null)
      .execute();
    await db.schema
      .createIndex('alerts_cron_job')
      .on('alerts')
      .columns(['cron_job_id', 'opened_at desc'])
      .execute();

    await db.schema
      .createTable('deliveries')
      .addColumn('sequence', identity.type, identity.column)
      .addColumn('id', 'text', (c) => c.notNull().unique())
      .addColumn('alert_id', 'text', (c) => c.notNull())
      .addColumn('channel', 'text', (c) => c.notNull())
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('context_json', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('next_attempt_at', 'bigint', (c) => c.notNull())
      .addColumn('leased_until', 'bigint')
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('sent_at', 'bigint')
      .addColumn('last_status', 'integer')
      .addColumn('last_latency_ms', 'bigint')
      .addColumn('last_error', 'text')
      .execute();
    await db.schema
      .createIndex('deliveries_pending')
      .on('deliveries')
      .columns(['next_attempt_at', 'sequence'])
      .where(sql.ref('state'), '=', sql.lit('pending'))
      .execute();
    await db.schema
      .createIndex('deliveries_alert')
      .on('deliveries')
      .columns(['alert_id', 'channel', 'sequence'])
      .execute();

    await db.schema
      .createTable('monitors')
      .addColumn('id', identity.type, identity.column)
      .addColumn('namespace', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('uid', 'text', (c) => c.notNull())
      .addColumn('generation', 'bigint', (c) => c.notNull())
      .addColumn('spec_json', 'text', (c) => c.notNull())
      .addColumn('conditions_json', 'text', (c) => c.notNull().defaultTo('[]'))
      .addUniqueConstraint('monitors_namespace_name', ['namespace', 'name'])
      .execute();

    await db.schema
      .createTable('monitor_cron_jobs')
      .addColumn('monitor_id', 'bigint', (c) => c.notNull().references('monitors.id').onDelete('cascade'))
      .addColumn('cron_job_id', 'bigint', (c) => c.notNull().references('cron_jobs.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('monitor_cron_jobs_key', ['monitor_id', 'cron_job_id'])
      .execute();
    await db.schema
      .createIndex('monitor_cron_jobs_cron_job')
      .on('monitor_cron_jobs')
      .column('cron_job_id')
      .execute();

    await db.schema
      .createTable('channels')
      .addColumn('name', 'text', (c) => c.primaryKey().notNull())
      .addColumn('uid', 'text', (c) => c.notNull())
      .addColumn('generation', 'bigint', (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('spec_json', 'text', (c) => c.notNull())
      .addColumn('ready', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('ready_reason', 'text')
      .addColumn('ready_message', 'text')
      .addColumn('alerts_sent', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('alerts_failed', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('last_alert_at', 'bigint')
      .execute();
  },
};
