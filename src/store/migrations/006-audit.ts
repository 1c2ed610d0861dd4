import type { Migration } from '../migrate.ts';

/** Who changed what over the API. */
export const auditLog: Migration = {
  name: '006-audit',
  async up(db, identity) {
    await db.schema
      .createTable('audit_log')
      .addColumn('id', identity.type, identity.column)
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('request_id', 'text', (c) => c.notNull())
      .addColumn('method', 'text', (c) => c.notNull())
      .addColumn('path', 'text', (c) => c.notNull())
      .addColumn('actor', 'text')
      .addColumn('remote_address', 'text', (c) => c.notNull())
      .addColumn('status', 'integer', (c) => c.notNull())
      .addColumn('body_json', 'text')
      .execute();
    await db.schema.createIndex('audit_log_at').on('audit_log').columns(['at', 'id']).execute();
  },
};
