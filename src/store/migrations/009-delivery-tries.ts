import type { Migration } from '../migrate.ts';

/** Every attempt to send a message, in place of the last one's answer; and how the channels' attempts went. */
export const deliveryTries: Migration = {
  name: '009-delivery-tries',
  async up(db) {
    // SQLite alters one column a statement.
    const deliveries = db.schema.alterTable('deliveries');
    await deliveries.addColumn('tries', 'text', (c) => c.notNull().defaultTo('')).execute();
    await deliveries.dropColumn('last_status').execute();
    await deliveries.dropColumn('last_latency_ms').execute();
    // What a channel was told, newest first; the last two spare a look at rows that do not match.
    await db.schema
      .createIndex('deliveries_of_channel')
      .on('deliveries')
      .columns(['channel', 'sequence', 'digest_id', 'state'])
      .execute();

    const channels = db.schema.alterTable('channels');
    await channels.addColumn('consecutive_failures', 'integer', (c) => c.notNull().defaultTo(0)).execute();
    await channels.addColumn('last_error', 'text').execute();
    await channels.addColumn('last_error_at', 'bigint').execute();
  },
};
