import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { sqlParameter } from './sql-parameter.ts';
import type {
  Lane,
  StatementChange,
  StatementRequest,
  StatementResult,
  StatementRows,
  WorkerOptions,
  WorkerReply,
  WorkerRequest,
} from './sqlite-protocol.ts';

interface Waiting {
  readonly request: StatementRequest;
  readonly resolve: (result: StatementRows | StatementChange) => void;
  readonly reject: (error: Error) => void;
}

/** Built beside this file under the same name: a .ts file from source, a .js file in a bundle. */
const WORKER_URL = new URL(
  import.meta.url.endsWith('.ts') ? './sqlite-worker.ts' : './sqlite-worker.js',
  import.meta.url,
);

/**
 * The main thread's end of the SQLite worker. Statements given in one turn of the event loop travel
 * in one message and are run in the order given, so that hundreds of them cost one thread round trip.
 */
export class SqliteClient {
  readonly #worker: Worker;
  #queued: Waiting[] = [];
  readonly #sent: (readonly Waiting[])[] = [];
  readonly #answered: (readonly StatementResult[])[] = [];
  #state: 'open' | 'closing' | 'gone' = 'open';
  #closed: Promise<void> | null = null;

  /** Resolves when the file is open; rejects with the reason when it cannot be. */
  static async open(options: WorkerOptions): Promise<SqliteClient> {
    const worker = new Worker(WORKER_URL, { workerData: options, execArgv: [], name: 'sqlite' });
    const [reply] = (await once(worker, 'message')) as [WorkerReply];
    if (reply.kind === 'failed') {
      throw new Error(`The database ${options.path} cannot be opened: ${reply.error.message}`, {
        cause: reply.error,
      });
    }
    return new SqliteClient(worker);
  }

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (reply: WorkerReply) => this.#onReply(reply));
    worker.on('error', (error: Error) => this.#onGone(error));
    worker.on('exit', () => this.#onGone(new Error('The database worker has ended')));
  }

  /** Rejects with an Error whose `cause` is the worker's, and for a parameter that cannot be stored. */
  run(lane: Lane, sql: string, parameters: readonly unknown[]): Promise<StatementRows | StatementChange> {
    if (this.#state !== 'open') return Promise.reject(new Error('The database is closed'));
    return new Promise((resolve, reject) => {
      const request = { lane, sql, parameters: parameters.map(sqlParameter) };
      if (this.#queued.push({ request, resolve, reject }) === 1) queueMicrotask(() => this.#flush());
    });
  }

  /** Finishes what was given before, closes the file and ends the worker. Calling it again waits for the same. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    if (this.#state === 'gone') return;
    this.#flush();
    this.#state = 'closing';
    const ended = once(this.#worker, 'exit');
    this.#post({ kind: 'close' });
    await ended;
  }

  #flush(): void {
    const batch = this.#queued;
    if (batch.length === 0) return;
    this.#queued = [];
    this.#sent.push(batch);
    this.#post({ kind: 'batch', statements: batch.map((waiting) => waiting.request) });
  }

  #post(request: WorkerRequest): void {
    this.#worker.postMessage(request);
  }

  /** Answers that came together are told in a turn each: what is made of one may take some ms. */
  #onReply(reply: WorkerReply): void {
    if (reply.kind === 'batch' && this.#answered.push(reply.results) === 1) {
      setImmediate(() => this.#tellFirst());
    }
  }

  #tellFirst(): void {
    const results = this.#answered.shift();
    if (results === undefined) return;
    if (this.#answered.length > 0) setImmediate(() => this.#tellFirst());
    const batch = this.#sent.shift() ?? [];
    for (const [index, waiting] of batch.entries()) settle(waiting, results[index]!);
  }

  #onGone(error: Error): void {
    this.#state = 'gone';
    while (this.#answered.length > 0) this.#tellFirst();
    const lost = [...this.#sent.splice(0).flat(), ...this.#queued.splice(0)];
    for (const waiting of lost) waiting.reject(error);
  }
}

function settle(waiting: Waiting, result: StatementResult): void {
  if (result.kind !== 'error') return waiting.resolve(result);
  const { error } = result;
  waiting.reject(new Error(`${error.message} (in: ${waiting.request.sql})`, { cause: error }));
}
