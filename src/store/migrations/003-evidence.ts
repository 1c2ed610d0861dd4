import type { Migration } from '../migrate.ts';

/** Whose fault a failed run is, its telling reason, how its containers stood, and how far evidence was pruned. */
export const evidenceMigration: Migration = {
  name: '003-evidence',
  async up(db) {
    await db.schema.alterTable('executions').addColumn('fault', 'text').execute();
    await db.schema.alterTable('executions').addColumn('telling_reason', 'text').execute();
    await db.schema.alterTable('attempts').addColumn('completion_index', 'integer').execute();
    await db.schema
      .createTable('execution_containers')
      .addColumn('execution_id', 'bigint', (c) =>
        c.primaryKey().notNull().references('executions.id').onDelete('cascade'),
      )
      .addColumn('containers_json', 'text', (c) => c.notNull())
      .execute();
    // Logs of before were all fetched to their end as far as anybody knew.
    await db.schema
      .alterTable('execution_logs')
      .addColumn('certainty', 'text', (c) => c.notNull().defaultTo('certain'))
      .execute();
    for (const column of ['logs_pruned_until', 'events_pruned_until'] as const) {
      await db.schema
        .alterTable('cron_jobs')
        .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
        .execute();
    }
  },
};
