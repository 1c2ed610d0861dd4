/**
 * The worker thread that owns the SQLite file: statements come in batches, are run in order, and are
 * answered in one message a batch. A long read or a checkpoint stalls this thread and not the
 * process's event loop.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type {
  Lane,
  StatementRequest,
  StatementResult,
  WorkerOptions,
  WorkerReply,
  WorkerRequest,
} from './sqlite-protocol.ts';

interface PreparedStatement {
  readonly statement: StatementSync;
  /** Empty for a statement that answers no rows. */
  readonly columns: readonly string[];
}

/** Far above the number of different statements of this service; a guard, not a working limit. */
const MOST_CACHED_STATEMENTS = 500;

/** How long another process may hold the write lock before a statement fails, in ms. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * NORMAL loses the last commits on a power failure, never the file; durable transactions raise it to
 * FULL. 10,000 pages between checkpoints write a page that many commits touch once. 64 MiB of cache
 * and 256 MiB of mapped file keep the statistics of 10,000 CronJobs off the disk.
 */
const FILE_PRAGMAS = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  pragma wal_autocheckpoint = 10000;
  pragma journal_size_limit = 67108864;
  pragma cache_size = -65536;
  pragma mmap_size = 268435456;
  pragma temp_store = memory;
  pragma foreign_keys = on;
`;

/** The reading connection shares the mapped file, so that a small cache of its own is enough. */
const READ_PRAGMAS = `
  pragma query_only = on;
  pragma cache_size = -32768;
  pragma mmap_size = 268435456;
  pragma temp_store = memory;
`;

class Connection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, PreparedStatement>();

  constructor(path: string, pragmas: string) {
    this.#database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    try {
      this.#database.exec(pragmas);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  run(request: StatementRequest): StatementResult {
    try {
      if (request.lane === 'transaction' && !this.#database.isTransaction) {
        throw new Error('no transaction is open');
      }
      const { statement, columns } = this.#prepare(request.sql);
      if (columns.length === 0) {
        return { kind: 'change', changes: Number(statement.run(...request.parameters).changes) };
      }
      const rows = statement.all(...request.parameters) as unknown as StatementRow[];
      return { kind: 'rows', columns, rows };
    } catch (error) {
      return { kind: 'error', error: error as Error };
    }
  }

  close(): void {
    this.#database.close();
  }

  #prepare(sql: string): PreparedStatement {
    const cached = this.#statements.get(sql);
    if (cached !== undefined) return cached;
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    const prepared = { statement, columns: statement.columns().map((column) => column.name) };
    if (this.#statements.size >= MOST_CACHED_STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

type StatementRow = Extract<StatementResult, { kind: 'rows' }>['rows'][number];

function openLanes({ path }: WorkerOptions): Readonly<Record<Lane, Connection>> {
  const write = new Connection(path, FILE_PRAGMAS);
  if (path === ':memory:') return { read: write, write, transaction: write };
  try {
    return { read: new Connection(path, READ_PRAGMAS), write, transaction: write };
  } catch (error) {
    write.close();
    throw error;
  }
}

function serve(): void {
  const port = parentPort!;
  const reply = (message: WorkerReply): void => port.postMessage(message);
  let lanes: Readonly<Record<Lane, Connection>>;
  try {
    lanes = openLanes(workerData as WorkerOptions);
  } catch (error) {
    reply({ kind: 'failed', error: error as Error });
    port.close();
    return;
  }
  port.on('message', (request: WorkerRequest) => {
    if (request.kind === 'batch') {
      reply({ kind: 'batch', results: request.statements.map((each) => lanes[each.lane].run(each)) });
      return;
    }
    if (lanes.read !== lanes.write) lanes.read.close();
    lanes.write.close();
    reply({ kind: 'closed' });
    port.close();
  });
  reply({ kind: 'opened' });
}

serve();
