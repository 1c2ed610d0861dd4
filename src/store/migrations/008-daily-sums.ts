import type { Migration } from '../migrate.ts';

/** Of a pruned day the sums are of the runs that are gone, and what is left is added: no run needs to be told apart. */
export const dailySums: Migration = {
  name: '008-daily-sums',
  async up(db) {
    await db.schema.alterTable('daily_stats').dropColumn('last_execution_id').execute();
  },
};
