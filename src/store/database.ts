import type { Expression, Kysely, RawBuilder } from 'kysely';
import type { PreparedQueries } from './prepared-query.ts';
import type { Schema } from './schema.ts';

/**
 * What a table's queries run on: the database outside of any transaction, or one transaction. The
 * queries are SQL that SQLite and PostgreSQL both run; what differs is behind this interface.
 */
export interface Session {
  /** SQLite belongs to one process at a time; PostgreSQL may serve several. */
  readonly type: 'sqlite' | 'postgres';
  readonly db: Kysely<Schema>;
  /** Shared by all sessions of one database. */
  readonly prepared: PreparedQueries;
  /** Runs `fn` in a transaction: the one that this session is, else one of its own, not durable. */
  atomically<T>(fn: (session: Session) => Promise<T>): Promise<T>;
  /**
   * An aggregate: the value below which the share `fraction` (0 to 1) of the group's values lies,
   * interpolated linearly. Null values do not count; null when there is none.
   */
  percentile(value: Expression<number | null>, fraction: number): RawBuilder<number | null>;
}

export interface TransactionOptions {
  /** Returns only after the commit is safe from a power failure. */
  readonly durable: boolean;
  /** Its statements may take as long as they need, even where a server ends those that take too long. */
  readonly unhurried?: boolean;
}

/** A database of either kind. */
export interface Database extends Session {
  /**
   * Commits all that `fn` did through its session, or, when it throws or any statement failed, even
   * one whose error `fn` caught, nothing. Transactions run one after another. `fn` awaits every
   * statement before it ends, one by one or together: those started together travel together and run
   * in the order given.
   */
  transaction<T>(fn: (session: Session) => Promise<T>, options: TransactionOptions): Promise<T>;
  /**
   * A text of letters, digits and dashes that is another one after every commit, of another process too. It says
   * nothing about how much changed, and may change without reason.
   */
  dataVersion(): Promise<string>;
  /** Bytes of tables and indexes, without the write-ahead log. */
  sizeBytes(): Promise<number>;
  /** Bytes of each table with its indexes, by its name; those that the database keeps for itself are left out. */
  tableSizes(): Promise<ReadonlyMap<string, number>>;
  /** Waits for what was begun. Calling it again waits for the same. */
  close(): Promise<void>;
}
