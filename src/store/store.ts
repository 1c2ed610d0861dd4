import { MINUTE } from '../lib/duration.ts';
import { KeptAnswer } from '../lib/kept-answer.ts';
import { alerts } from './alerts.ts';
import { audit } from './audit.ts';
import { channels } from './channels.ts';
import { cronJobs } from './cron-jobs.ts';
import { dailyStatistics } from './daily-statistics.ts';
import type { Database, Session } from './database.ts';
import { deliveries } from './deliveries.ts';
import { digests } from './digests.ts';
import { durationStatistics } from './duration-statistics.ts';
import { evidence } from './evidence.ts';
import { executions } from './executions.ts';
import { expire, type ExpiryRequest, removeOrphans } from './expire.ts';
import { exports } from './exports.ts';
import { forgetCronJobs, type ForgettingRequest } from './forget-cron-jobs.ts';
import { type Figures, figures } from './figures.ts';
import { LedgerCounts } from './ledger-counts.ts';
import { migrate } from './migrate.ts';
import { monitors } from './monitors.ts';
import { PastMemory } from './past-statistics.ts';
import { openPostgres } from './postgres.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { openSqlite } from './sqlite.ts';
import { sla, type SlaMemory } from './sla.ts';
import { slots } from './slots.ts';
import { prune, type PruneCounts, type PruneRequest } from './prune.ts';
import { stats, type StoreStats } from './stats.ts';
import { WindowMemory } from './window-statistics.ts';
import { watchSessions } from './watch-sessions.ts';
import { timeline } from './timeline.ts';
import { tableStats } from './table-stats.ts';

/** The queries of every table, on the store or within one of its transactions. */
export type Tables = ReturnType<typeof tables>;

/**
 * Everything that is kept. Each query by itself sees and leaves whole transactions alone; several
 * that belong together go into `transaction`.
 */
export interface Store extends Tables {
  readonly databaseType: Database['type'];
  /**
   * Commits all that `fn` did through `tx`, or, when it throws or any of its statements failed,
   * nothing. Transactions run one after another: `fn` waits for nothing but the store, and uses `tx`
   * and never the store, which would wait for this transaction to end. Every call on `tx` is awaited
   * before `fn` ends; those started together (`Promise.all`) run in the order given and cost one round
   * trip. `durable` (an alert, its
   * outbox rows) returns only when a power failure can no longer undo the commit; other commits
   * survive the end of the process, and a power failure may undo the last of them.
   */
  transaction<T>(fn: (tx: Tables) => Promise<T>, options?: { readonly durable?: boolean }): Promise<T>;
  /** `tables` is five minutes old at most, and new after a prune. */
  stats(): Promise<StoreStats>;
  /** What an operator watches of the service, as it stands at `now`. */
  figures(now: number): Promise<Figures>;
  /** Deletes old runs and their evidence, or counts them; see `prune.ts`. Two at once do no harm. */
  prune(request: PruneRequest): Promise<PruneCounts>;
  /** Deletes what some CronJobs have kept for long enough; see `expire.ts`. */
  expire(request: ExpiryRequest): Promise<PruneCounts>;
  /** Deletes the evidence of Jobs that no run was ever recorded of; see `expire.ts`. */
  removeOrphans(request: Pick<ExpiryRequest, 'keeps' | 'signal'>): Promise<PruneCounts>;
  /** Removes deleted CronJobs of which nothing is kept any more, and tells how many; see `forget-cron-jobs.ts`. */
  forgetCronJobs(request: ForgettingRequest): Promise<number>;
  /**
   * A text of letters, digits and dashes that is another one after every change of what is stored, whoever made it.
   * What is read after it is as new at least.
   */
  dataVersion(): Promise<string>;
  /** Bytes of tables and indexes, without the write-ahead log. */
  sizeBytes(): Promise<number>;
  /** Waits for what was begun. Calling it again waits for the same. */
  close(): Promise<void>;
}

interface Log {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
}

/** A SQLite file (`:memory:` for a database that ends with the process), or a PostgreSQL database. */
export type StoreLocation = { readonly path: string } | { readonly postgres: PostgresConnection };

/**
 * Opens the database (a SQLite file is made when there is none) and brings its schema up to date.
 * Throws when it cannot be opened or a newer version wrote it.
 */
export async function openStore({ log, ...location }: StoreLocation & { readonly log: Log }): Promise<Store> {
  const database =
    'path' in location ? await openSqlite(location.path) : await openPostgres(location.postgres, log);
  try {
    const migrations = await migrate(database);
    if (migrations.length > 0) log.info({ migrations }, 'Database schema brought up to date');
  } catch (error) {
    await database.close();
    throw error;
  }
  return toStore(database);
}

/** Reading all tables has its price; who looks at them does not mind some minutes. */
const TABLE_STATS_KEEP_MS = 5 * MINUTE;

function toStore(database: Database): Store {
  const keptTables = new KeptAnswer(() => tableStats(database), TABLE_STATS_KEEP_MS);
  const memory: Memory = {
    windows: new WindowMemory(),
    sla: new Map(),
    ledger: new LedgerCounts(),
    past: new PastMemory(),
  };
  return {
    ...tables(database, memory),
    databaseType: database.type,
    transaction: (fn, options) =>
      database.transaction((session) => fn(tables(session, null)), { durable: options?.durable ?? false }),
    stats: () => stats(database, keptTables),
    figures: (now) => figures(database, now),
    prune: async (request) => {
      const counts = await prune(database, request);
      keptTables.forget();
      return counts;
    },
    expire: (request) => expire(database, request),
    removeOrphans: (request) => removeOrphans(database, request),
    forgetCronJobs: async (request) => {
      const forgotten = await forgetCronJobs(database, request);
      for (const id of forgotten) forget(memory, id);
      return forgotten.length;
    },
    dataVersion: () => database.dataVersion(),
    sizeBytes: () => database.sizeBytes(),
    close: () => database.close(),
  };
}

/** What was computed of the committed state, so that it need not be again. */
interface Memory {
  readonly windows: WindowMemory;
  readonly sla: SlaMemory;
  readonly ledger: LedgerCounts;
  readonly past: PastMemory;
}

/** SQLite may give the id to another CronJob. */
function forget({ windows, sla }: Memory, cronJobId: number): void {
  windows.cronJobs.delete(cronJobId);
  for (const { cronJobs } of sla.values()) cronJobs.delete(cronJobId);
}

/** A transaction has no memory: the state of others is no help to it, and its own may yet be undone. */
function tables(session: Session, memory: Memory | null) {
  return {
    cronJobs: cronJobs(session, memory?.windows ?? null),
    executions: executions(session),
    dailyStatistics: dailyStatistics(session, memory?.past ?? null),
    statistics: durationStatistics(session),
    sla: sla(session, memory?.sla ?? null),
    evidence: evidence(session),
    exports: exports(session),
    alerts: alerts(session),
    deliveries: deliveries(session, memory?.ledger ?? null),
    digests: digests(session),
    monitors: monitors(session, memory?.windows ?? null),
    channels: channels(session),
    audit: audit(session),
    slots: slots(session),
    watchSessions: watchSessions(session),
    timeline: timeline(session),
  };
}
