import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

/** Questions about a time long ago, about one run and about some alerts read no more than they tell. */
export const oldRanges: Migration = {
  name: '011-old-ranges',
  async up(db) {
    // The few runs that took longer than a day, by their end: all others that were under way in a range started at most a day
    // before it. Of an expression, which no other index has: SQLite would else take the one of all runs by their end.
    await sql`create index executions_long on executions (cron_job_id, (started_at + duration_ms))
      where duration_ms > 86400000`.execute(db);
    await db.schema
      .alterTable('cron_jobs')
      .addColumn('past_revision', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();

    // The alert of a run: that which names it, or that of its failure, the last that was open by then.
    await db.schema.createIndex('alerts_job').on('alerts').column('job_uid').execute();
    await db.schema
      .createIndex('alerts_reason')
      .on('alerts')
      .columns(['cron_job_id', 'reason', 'opened_at', 'id'])
      .execute();
    // The ledger of some days. What it is chosen by stands in it too.
    await db.schema
      .createIndex('deliveries_created')
      .on('deliveries')
      .columns(['created_at', 'sequence', 'channel', 'state'])
      .execute();

    // All that alerts are chosen by stands in it: those that do not match are passed over, and all are counted, without a look
    // at their rows, which hold long texts.
    await db.schema.dropIndex('alerts_opened').execute();
    await db.schema
      .createIndex('alerts_opened')
      .on('alerts')
      .columns(['opened_at desc', 'id desc', 'type', 'reason', 'severity'])
      .columns(['resolved_at', 'acknowledged_at', 'cron_job_id'])
      .execute();
  },
};
