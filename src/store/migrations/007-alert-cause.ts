import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

/** Until now every alert was about a failed run, which was its cause. */
export const alertCause: Migration = {
  name: '007-alert-cause',
  async up(db) {
    await db.schema
      .alterTable('alerts')
      .addColumn('cause', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await sql`update alerts set cause = coalesce(job_uid, '')`.execute(db);
  },
};
