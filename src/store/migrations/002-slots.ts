import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

/** What became of every slot of a schedule, the facts that rules read, and when somebody watched. */
export const slots: Migration = {
  name: '002-slots',
  async up(db) {
    const { schema } = db;
    const add = (name: string, type: 'integer' | 'bigint') =>
      schema.alterTable('cron_jobs').addColumn(name, type).execute();
    const addCounted = (name: string, value: number) =>
      schema
        .alterTable('cron_jobs')
        .addColumn(name, 'bigint', (c) => c.notNull().defaultTo(value))
        .execute();
    // 0 is no generation of Kubernetes: the row is written anew at the next look.
    await addCounted('generation', 0);
    await addCounted('successful_jobs_history_limit', 3);
    await addCounted('failed_jobs_history_limit', 1);
    await add('ttl_seconds_after_finished', 'bigint');
    await add('last_successful_at', 'bigint');
    await addCounted('first_seen_at', 0);
    await add('suspended_since', 'bigint');
    await add('resumed_at', 'bigint');
    await add('last_success_at', 'bigint');
    await add('last_started_at', 'bigint');
    await add('slots_judged_until', 'bigint');

    // Finds the run of a slot, and the runs of a stretch of slots.
    await schema
      .createIndex('executions_scheduled')
      .on('executions')
      .columns(['cron_job_id', 'scheduled_for'])
      .where(sql.ref('scheduled_for'), 'is not', null)
      .execute();
    await fillFacts();

    await schema
      .createTable('slots')
      .addColumn('cron_job_id', 'bigint', (c) => c.notNull().references('cron_jobs.id').onDelete('cascade'))
      .addColumn('slot_at', 'bigint', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addColumn('reason', 'text')
      .addColumn('message', 'text')
      .addPrimaryKeyConstraint('slots_key', ['cron_job_id', 'slot_at'])
      .execute();

    await schema
      .createTable('watch_sessions')
      .addColumn('started_at', 'bigint', (c) => c.primaryKey().notNull())
      .addColumn('until', 'bigint', (c) => c.notNull())
      .execute();

    /** What the runs recorded so far tell. A slot before the newest of them was never judged, and will not be. */
    async function fillFacts(): Promise<void> {
      const runs = sql`from executions where cron_job_id = cron_jobs.id`;
      await sql`update cron_jobs set
        first_seen_at = coalesce((select min(observed_at) ${runs}), observed_at),
        suspended_since = case when suspend = 1 then observed_at end,
        last_success_at = (select max(completed_at) ${runs} and outcome = 'success'),
        last_started_at = (select max(started_at) ${runs}),
        slots_judged_until = (select max(scheduled_for) ${runs})`.execute(db);
    }
  },
};
