import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

/** Statistics that cost no history: revisions of runs, days summed up, one index for all figures. */
export const statistics: Migration = {
  name: '004-statistics',
  async up(db) {
    await db.schema
      .alterTable('cron_jobs')
      .addColumn('history_revision', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('cron_jobs').addColumn('unsummed_from', 'bigint').execute();

    // Covers every figure over the runs of a window: none of its rows is read from the table.
    await db.schema.dropIndex('executions_started').execute();
    await db.schema
      .createIndex('executions_started')
      .on('executions')
      .columns(['cron_job_id', 'started_at desc', 'outcome', 'duration_ms', 'attempt_count', 'manual'])
      .execute();
    // Covers what an SLA counts.
    await db.schema.dropIndex('executions_scheduled').execute();
    await db.schema
      .createIndex('executions_scheduled')
      .on('executions')
      .columns(['cron_job_id', 'scheduled_for', 'outcome'])
      .where(sql.ref('scheduled_for'), 'is not', null)
      .execute();
    // Runs by hand are few among many: their number must not cost the reading of the others.
    await db.schema
      .createIndex('executions_by_hand')
      .on('executions')
      .columns(['cron_job_id', 'started_at'])
      .where(sql.ref('scheduled_for'), 'is', null)
      .execute();
    await sql`update cron_jobs set unsummed_from =
      (select min(started_at) from executions where executions.cron_job_id = cron_jobs.id)`.execute(db);

    await db.schema
      .createTable('daily_stats')
      .addColumn('cron_job_id', 'bigint', (c) => c.notNull().references('cron_jobs.id').onDelete('cascade'))
      .addColumn('day', 'integer', (c) => c.notNull())
      .addColumn('runs', 'integer', (c) => c.notNull())
      .addColumn('succeeded', 'integer', (c) => c.notNull())
      .addColumn('manual', 'integer', (c) => c.notNull())
      .addColumn('flaky', 'integer', (c) => c.notNull())
      .addColumn('duration_sum_ms', 'bigint', (c) => c.notNull())
      .addColumn('p50_ms', 'double precision')
      .addColumn('p95_ms', 'double precision')
      .addColumn('p99_ms', 'double precision')
      .addColumn('last_execution_id', 'bigint', (c) => c.notNull())
      .addColumn('pruned', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('daily_stats_key', ['cron_job_id', 'day'])
      .execute();
  },
};
