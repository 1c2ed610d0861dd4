import { sql, type SqlBool } from 'kysely';
import type { Migration } from '../migrate.ts';

/**
 * Indexes by which the outbox and the judging of alerts read what is open and not what has ever been. SQLite has no
 * statistics of these tables, and goes by the columns of an index alone.
 */
export const lookups: Migration = {
  name: '010-lookups',
  async up(db) {
    // The last two columns match `deliveries_of_channel`, which would else be taken for the better one, and holds all.
    await db.schema.dropIndex('deliveries_channel_pending').execute();
    await db.schema
      .createIndex('deliveries_channel_pending')
      .on('deliveries')
      .columns(['channel', 'next_attempt_at', 'sequence', 'digest_id', 'state'])
      .where(sql.ref('state'), '=', sql.lit('pending'))
      .execute();
    // Every question about what is pending names the channel or groups by it.
    await db.schema.dropIndex('deliveries_pending').execute();
    await db.schema
      .createIndex('deliveries_held')
      .on('deliveries')
      .column('held_until')
      .where(sql<SqlBool>`state = 'pending' and held_until is not null`)
      .execute();
    // A channel's ledger by state: those that were rejected may be few among many. All that a page is chosen by is in it,
    // and in the index of a digest's members: else `deliveries_of_channel` wins here too.
    await db.schema
      .createIndex('deliveries_ended')
      .on('deliveries')
      .columns(['channel', 'state', 'sequence', 'digest_id'])
      .where(sql<SqlBool>`digest_id is null and state <> 'pending'`)
      .execute();
    await db.schema.dropIndex('deliveries_digest').execute();
    await db.schema
      .createIndex('deliveries_digest')
      .on('deliveries')
      .columns(['digest_id', 'channel', 'sequence', 'state'])
      .where(sql.ref('digest_id'), 'is not', null)
      .execute();

    // `alerts_open` has the same rows, but not in the order of their opening, and loses to `alerts_cron_job`.
    await db.schema
      .createIndex('alerts_open_by_age')
      .on('alerts')
      .columns(['cron_job_id', 'opened_at', 'id'])
      .where(sql.ref('resolved_at'), 'is', null)
      .execute();
    await db.schema
      .createIndex('alerts_cause')
      .on('alerts')
      .columns(['cron_job_id', 'type', 'reason', 'resolved_at'])
      .execute();
  },
};
