import type { Log } from '../lib/log.ts';

/** So that messages that differ each time (ports, ids) cannot fill the memory or the log. */
const MOST_MESSAGES = 20;

/** Logs each distinct failure once, until `recovered` is told. */
export class FailureLog {
  readonly #log: Log;
  readonly #told = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  failed(level: 'debug' | 'warn' | 'error', message: string, error: unknown): void {
    const text = describe(error);
    if (this.#told.has(text) || this.#told.size >= MOST_MESSAGES) return;
    this.#told.add(text);
    this.#log[level]({ error: text }, message);
  }

  /** Logs `message` if a failure was logged since the last recovery. */
  recovered(message: string): void {
    if (this.#told.size === 0) return;
    this.#told.clear();
    this.#log.info({}, message);
  }
}

/** The messages of an error and of its causes. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.message || error.name;
  if (error instanceof AggregateError) return [own, ...error.errors.map(describe)].join('; ');
  return error.cause === undefined || own.includes(describe(error.cause))
    ? own
    : `${own}: ${describe(error.cause)}`;
}
