import { type Backoff, backoffMs } from '../lib/backoff.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';

export interface QueueOptions {
  /**
   * Brings the keys up to date and resolves to the instant at which each wants to be looked at again
   * (absent or null: only when it is added). A rejection must mean that nothing of the batch took
   * effect: its keys are then tried one by one.
   */
  readonly sync: (keys: readonly string[]) => Promise<ReadonlyMap<string, number | null>>;
  readonly clock: Clock;
  readonly log: Log;
  /** Keys handed to one `sync`. */
  readonly batchSize: number;
  /** In [0, 1); spreads repetitions. */
  readonly random?: () => number;
}

/** A key that fails is tried again soon, for a fault that passes, and later on every minute. */
const BACKOFF: Backoff = { firstMs: 500, longestMs: 60_000 };

interface WakeUp {
  readonly at: number;
  readonly cancel: () => void;
}

interface CatchingUp {
  readonly keys: Set<string>;
  readonly resolve: () => void;
}

interface Failure {
  readonly attempts: number;
  readonly message: string;
}

/**
 * A work queue of keys. A key waits at most once, however often it is added, and is never in two
 * batches at a time; added while it is worked on, it is worked on again. A key that fails is retried
 * alone with growing delays and never holds up another one.
 */
export class KeyedQueue {
  readonly #options: QueueOptions;
  /** In the order in which they were added. */
  readonly #ready = new Set<string>();
  readonly #timers = new Map<string, WakeUp>();
  #catchingUp: CatchingUp[] = [];
  readonly #failures = new Map<string, Failure>();
  #started = false;
  #stopped = false;
  #running: Promise<void> | null = null;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Keys that wait for their turn. */
  get depth(): number {
    return this.#ready.size;
  }

  /** Keys whose last attempt failed. */
  get failing(): number {
    return this.#failures.size;
  }

  /** Keys may be added before; nothing is worked on until this. */
  start(): void {
    this.#started = true;
    this.#pump();
  }

  /** Lets the batch in work end, then forgets everything. Idempotent. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#ready.clear();
    for (const { cancel } of this.#timers.values()) cancel();
    this.#timers.clear();
    await this.#running;
    for (const { resolve } of this.#catchingUp.splice(0)) resolve();
  }

  add(key: string): void {
    if (this.#stopped) return;
    this.#ready.add(key);
    this.#pump();
  }

  /** Adds the key when the clock reaches `at`, or sooner where something else asked for it. */
  addAt(key: string, at: number): void {
    if (!this.#ready.has(key)) this.#wakeAt(key, at);
  }

  /** Resolves when every key that waits now was worked on, with success or without, and when it stops. */
  caughtUp(): Promise<void> {
    const keys = new Set(this.#ready);
    if (keys.size === 0 || this.#stopped) return Promise.resolve();
    return new Promise((resolve) => this.#catchingUp.push({ keys, resolve }));
  }

  /** Whether nothing waits, is worked on or is due now. */
  idle(): boolean {
    return this.#running === null && this.#ready.size === 0;
  }

  #pump(): void {
    if (!this.#started || this.#running !== null || this.#ready.size === 0) return;
    this.#running = this.#drain().finally(() => {
      this.#running = null;
      this.#pump();
    });
  }

  async #drain(): Promise<void> {
    while (this.#ready.size > 0) {
      // Lets what else has arrived be handed over first, so that a burst becomes one batch.
      await new Promise((resolve) => setImmediate(resolve));
      const keys = this.#take();
      await this.#workOn(keys);
      this.#noteWorkedOn(keys);
    }
  }

  /** The next batch. A key that failed comes alone, or it would fail the batches of others again and again. */
  #take(): string[] {
    const keys: string[] = [];
    for (const key of this.#ready) {
      if (keys.length === this.#options.batchSize) break;
      if (!this.#failures.has(key)) keys.push(key);
    }
    if (keys.length === 0) keys.push(...this.#ready.values().take(1));
    for (const key of keys) {
      this.#ready.delete(key);
      this.#timers.get(key)?.cancel();
      this.#timers.delete(key);
    }
    return keys;
  }

  async #workOn(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    try {
      const checks = await this.#options.sync(keys);
      for (const key of keys) this.#succeeded(key, checks.get(key) ?? null);
    } catch (error) {
      if (keys.length === 1) this.#failed(keys[0]!, error);
      else for (const key of keys) await this.#workOn([key]);
    }
  }

  #noteWorkedOn(worked: readonly string[]): void {
    this.#catchingUp = this.#catchingUp.filter(({ keys, resolve }) => {
      for (const key of worked) keys.delete(key);
      if (keys.size === 0) resolve();
      return keys.size > 0;
    });
  }

  #succeeded(key: string, nextCheckAt: number | null): void {
    if (this.#failures.delete(key)) this.#options.log.info({ key }, 'sync works again');
    // There is more to do than one batch should hold up the others for.
    if (nextCheckAt !== null && nextCheckAt <= this.#options.clock.now()) this.add(key);
    else this.#wakeAt(key, nextCheckAt);
  }

  #failed(key: string, error: unknown): void {
    const before = this.#failures.get(key);
    const failure = { attempts: (before?.attempts ?? 0) + 1, message: String(error) };
    this.#failures.set(key, failure);
    if (failure.message !== before?.message) this.#options.log.error({ key, err: error }, 'sync failed');
    const { clock, random = Math.random } = this.#options;
    this.#wakeAt(key, clock.now() + backoffMs(BACKOFF, failure.attempts, random()));
  }

  /** The earlier of two wishes holds; those from before the key was worked on are void. */
  #wakeAt(key: string, at: number | null): void {
    const before = this.#timers.get(key);
    if (at === null || this.#stopped || (before !== undefined && before.at <= at)) return;
    before?.cancel();
    const cancel = this.#options.clock.setTimer(at, () => {
      this.#timers.delete(key);
      this.add(key);
    });
    this.#timers.set(key, { at, cancel });
  }
}
