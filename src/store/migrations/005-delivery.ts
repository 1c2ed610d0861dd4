import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

/** Why messages wait or were not sent, messages that several alerts share, and the channels' allowances. */
export const delivery: Migration = {
  name: '005-delivery',
  async up(db) {
    // SQLite adds one column a statement.
    const deliveries = db.schema.alterTable('deliveries');
    await deliveries.addColumn('held_until', 'bigint').execute();
    await deliveries.addColumn('reason', 'text').execute();
    await deliveries.addColumn('note', 'text').execute();
    await deliveries.addColumn('common_cause', 'text').execute();
    await deliveries.addColumn('digest_id', 'text').execute();
    await deliveries.addColumn('times', 'integer', (c) => c.notNull().defaultTo(1)).execute();
    await deliveries.addColumn('last_at', 'bigint').execute();
    // What a channel has to send, whatever the ledger holds.
    await db.schema
      .createIndex('deliveries_channel_pending')
      .on('deliveries')
      .columns(['channel', 'next_attempt_at', 'sequence'])
      .where(sql.ref('state'), '=', sql.lit('pending'))
      .execute();
    await db.schema
      .createIndex('deliveries_digest')
      .on('deliveries')
      .column('digest_id')
      .where(sql.ref('digest_id'), 'is not', null)
      .execute();

    await db.schema
      .alterTable('channels')
      .addColumn('full_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
