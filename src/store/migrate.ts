import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import { auditLog } from './migrations/006-audit.ts';
import { dailySums } from './migrations/008-daily-sums.ts';
import { deliveryTries } from './migrations/009-delivery-tries.ts';
import { lookups } from './migrations/010-lookups.ts';
import { oldRanges } from './migrations/011-old-ranges.ts';
import { firstLight } from './migrations/001-first-light.ts';
import { slots } from './migrations/002-slots.ts';
import { evidenceMigration } from './migrations/003-evidence.ts';
import { statistics } from './migrations/004-statistics.ts';
import { delivery } from './migrations/005-delivery.ts';
import { alertCause } from './migrations/007-alert-cause.ts';
import type { Schema } from './schema.ts';

/**
 * How a table gets numbers of its own: the one part of a table definition that databases spell
 * differently. The other column types are `text` (compared byte by byte on both), `bigint` (instants,
 * durations, counts, whatever is multiplied), `integer` (flags and small numbers: 32 bits in
 * PostgreSQL) and `double precision`.
 */
export interface IdentityColumn {
  readonly type: 'integer' | 'bigint';
  readonly column: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
}

export interface Migration {
  /** Its number first: they run in the order of their names, once each, and are never changed afterwards. */
  readonly name: string;
  readonly up: (db: Kysely<Schema>, identity: IdentityColumn) => Promise<void>;
}

/** Those of this version, in their order. */
export const MIGRATIONS: readonly Migration[] = [
  firstLight,
  slots,
  evidenceMigration,
  statistics,
  delivery,
  auditLog,
  alertCause,
  dailySums,
  deliveryTries,
  lookups,
  oldRanges,
];

const IDENTITY: Readonly<Record<Database['type'], IdentityColumn>> = {
  sqlite: { type: 'integer', column: (c) => c.primaryKey() },
  postgres: { type: 'bigint', column: (c) => c.primaryKey().generatedByDefaultAsIdentity() },
};

/** Of PostgreSQL's advisory locks, chosen once at random: what holds it migrates. */
const LOCK = 7_104_260_221_523;

interface MigrationsTable {
  schema_migrations: { name: string };
}

/**
 * Brings the database to this version's schema, forward only, and answers the names of the migrations
 * that ran. All of them commit together under a lock of the database (SQLite's write lock, an advisory
 * lock of PostgreSQL), so that of two processes that start at once one migrates and the other finds it
 * done. Throws when the database was written
 * by a newer version: what this one would make of it nobody has tested.
 */
export function migrate(
  database: Database,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<readonly string[]> {
  return database.transaction(
    async ({ db }) => {
      if (database.type === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(db);
      const ledger = db as unknown as Kysely<MigrationsTable>;
      await sql`create table if not exists schema_migrations (name text primary key not null)`.execute(db);
      const rows = await ledger.selectFrom('schema_migrations').select('name').execute();
      const applied = new Set(rows.map((row) => row.name));
      refuseNewer(applied, migrations);
      const missing = migrations.filter(({ name }) => !applied.has(name));
      for (const { name, up } of missing) {
        await up(db, IDENTITY[database.type]);
        await ledger.insertInto('schema_migrations').values({ name }).execute();
      }
      return missing.map(({ name }) => name);
    },
    // A long table takes its time, and so does the lock while another process migrates.
    { durable: true, unhurried: true },
  );
}

function refuseNewer(applied: ReadonlySet<string>, migrations: readonly Migration[]): void {
  const unknown = [...applied].filter((name) => !migrations.some((each) => each.name === name));
  if (unknown.length === 0) return;
  throw new Error(
    `The database was written by a newer version of Punctual (it has ${unknown.sort().join(', ')}). ` +
      'Start that version, or use another database.',
  );
}
