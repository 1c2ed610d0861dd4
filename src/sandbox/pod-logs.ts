import { type LogLine, LogLines, type LogReadOptions, splitLines, stamped } from './log-lines.ts';

/** One life of one container: each restart has a log of its own. */
export interface LogKey {
  readonly podUid: string;
  readonly container: string;
  readonly restartCount: number;
}

export interface PodLogsOptions {
  /** What is kept of one log; beyond it the oldest lines go. */
  readonly mostBytesPerLog?: number;
}

export type LogChange =
  | { readonly kind: 'appended'; readonly key: LogKey; readonly chunk: Buffer; readonly at: number }
  | { readonly kind: 'closed'; readonly key: LogKey }
  | { readonly kind: 'removed'; readonly podUid: string };

interface Log {
  readonly key: LogKey;
  readonly lines: LogLines;
  readonly followers: Set<Follower>;
  closed: boolean;
}

/** As much as the kubelet keeps before it rotates a log. */
const MOST_BYTES_PER_LOG = 10 * 1024 * 1024;

/** What containers wrote, by Pod, container and restart, in memory. */
export class PodLogs {
  readonly #mostBytesPerLog: number;
  readonly #pods = new Map<string, Map<string, Log>>();
  readonly #listeners = new Set<(change: LogChange) => void>();

  constructor(options: PodLogsOptions = {}) {
    this.#mostBytesPerLog = options.mostBytesPerLog ?? MOST_BYTES_PER_LOG;
  }

  /** Adds output; `at` is the instant at which it was written, ms since the epoch. */
  append(key: LogKey, chunk: Buffer, at: number): void {
    if (chunk.length === 0) return;
    const log = this.#open(key);
    log.lines.append(chunk, at);
    for (const follower of log.followers) follower.push(chunk, at);
    this.#tell({ kind: 'appended', key, chunk, at });
  }

  /** Says that nothing more will come, which ends those who follow. Opens and closes an unknown log. */
  close(key: LogKey): void {
    const log = this.#open(key);
    log.closed = true;
    for (const follower of log.followers) follower.end();
    this.#tell({ kind: 'closed', key });
  }

  has(key: LogKey): boolean {
    return this.#find(key) !== undefined;
  }

  /** The log, or the part that the options name; empty when there is none. */
  read(key: LogKey, options: LogReadOptions = {}): Buffer {
    return this.#find(key)?.lines.read(options) ?? Buffer.alloc(0);
  }

  /**
   * What `read` gives, then what is appended until the log is closed or removed. Leaving the loop, or
   * aborting the signal, ends it.
   */
  async *follow(key: LogKey, options: LogReadOptions = {}, signal?: AbortSignal): AsyncGenerator<Buffer> {
    const log = this.#open(key);
    const follower = new Follower(options);
    log.followers.add(follower);
    const stop = () => follower.end();
    signal?.addEventListener('abort', stop);
    try {
      follower.pushRaw(log.lines.read(options));
      if (log.closed || signal?.aborted === true) follower.end();
      yield* follower.chunks();
    } finally {
      log.followers.delete(follower);
      signal?.removeEventListener('abort', stop);
    }
  }

  /** Forgets all logs of a Pod. */
  remove(podUid: string): void {
    const logs = this.#pods.get(podUid);
    if (logs === undefined) return;
    this.#pods.delete(podUid);
    for (const log of logs.values()) for (const follower of log.followers) follower.end();
    this.#tell({ kind: 'removed', podUid });
  }

  /** Calls `listener` after each change; returns a function that unsubscribes. */
  subscribe(listener: (change: LogChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The lines kept of a log with their instants; none when there is no such log. */
  lines(key: LogKey): Iterable<LogLine> {
    return this.#find(key)?.lines.lines() ?? [];
  }

  #find({ podUid, container, restartCount }: LogKey): Log | undefined {
    return this.#pods.get(podUid)?.get(`${restartCount}/${container}`);
  }

  #open(key: LogKey): Log {
    let logs = this.#pods.get(key.podUid);
    if (logs === undefined) this.#pods.set(key.podUid, (logs = new Map()));
    const id = `${key.restartCount}/${key.container}`;
    let log = logs.get(id);
    if (log === undefined) {
      log = { key, lines: new LogLines(this.#mostBytesPerLog), followers: new Set(), closed: false };
      logs.set(id, log);
    }
    return log;
  }

  #tell(change: LogChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

/** Someone who reads a log while it is written. */
class Follower {
  readonly #timestamps: boolean;
  /** Bytes still allowed. */
  #allowance: number;
  #waiting: Buffer[] = [];
  #ended = false;
  #atLineStart = true;
  #wake: (() => void) | undefined;

  constructor({ timestamps, limitBytes }: LogReadOptions) {
    this.#timestamps = timestamps === true;
    this.#allowance = limitBytes ?? Number.POSITIVE_INFINITY;
  }

  push(chunk: Buffer, at: number): void {
    if (!this.#timestamps) return this.pushRaw(chunk);
    for (const bytes of splitLines(chunk)) this.pushRaw(this.#atLineStart ? stamped({ at, bytes }) : bytes);
  }

  pushRaw(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#atLineStart = bytes.at(-1) === 0x0a;
    const allowed = bytes.subarray(0, this.#allowance);
    this.#allowance -= allowed.length;
    this.#waiting.push(allowed);
    if (this.#allowance <= 0) this.#ended = true;
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      const ready = this.#waiting.splice(0);
      if (ready.length > 0) yield Buffer.concat(ready);
      else if (this.#ended) return;
      else await this.#more();
    }
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
    });
  }
}
