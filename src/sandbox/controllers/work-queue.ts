import type { Clock } from '../../lib/clock.ts';

export interface WorkQueueOptions {
  readonly clock: Clock;
  /** Works on one key. When it throws, the key comes again after a while. */
  readonly sync: (key: string) => void;
  readonly onError: (key: string, error: unknown) => void;
}

const FIRST_RETRY_MS = 1_000;
/** The longest wait of the controllers' rate limiter in client-go. */
const LONGEST_RETRY_MS = 1_000_000;

interface Wake {
  readonly at: number;
  readonly cancel: () => void;
}

/**
 * A queue of keys, each at most once in it, worked off in a microtask: whoever waits a turn of the
 * event loop after a change finds all its consequences done. A key can also be put off to an instant
 * of the clock; of several the earliest holds, as in client-go. One failing key holds up no other.
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #ready = new Set<string>();
  readonly #wakes = new Map<string, Wake>();
  readonly #failures = new Map<string, number>();
  #scheduled = false;
  #stopped = false;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  /** Whether nothing waits to be worked on now. Keys put off to later do not count. */
  get idle(): boolean {
    return this.#ready.size === 0;
  }

  add(key: string): void {
    if (this.#stopped) return;
    this.#ready.add(key);
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => this.#drain());
  }

  /** Adds the key when the clock reaches `at` (ms), unless an earlier instant is already set. */
  addAt(key: string, at: number): void {
    const waiting = this.#wakes.get(key);
    if (this.#stopped || (waiting !== undefined && waiting.at <= at)) return;
    waiting?.cancel();
    const cancel = this.#options.clock.setTimer(at, () => {
      this.#wakes.delete(key);
      this.add(key);
    });
    this.#wakes.set(key, { at, cancel });
  }

  /** Forgets a key that is no more. */
  remove(key: string): void {
    this.#ready.delete(key);
    this.#failures.delete(key);
    this.#wakes.get(key)?.cancel();
    this.#wakes.delete(key);
  }

  stop(): void {
    this.#stopped = true;
    for (const wake of this.#wakes.values()) wake.cancel();
    this.#wakes.clear();
    this.#ready.clear();
  }

  #drain(): void {
    this.#scheduled = false;
    for (const key of this.#ready) {
      this.#ready.delete(key);
      this.#syncOne(key);
    }
  }

  #syncOne(key: string): void {
    try {
      this.#options.sync(key);
      this.#failures.delete(key);
    } catch (error) {
      const failures = this.#failures.get(key) ?? 0;
      this.#failures.set(key, failures + 1);
      this.#options.onError(key, error);
      const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 20));
      this.addAt(key, this.#options.clock.now() + wait);
    }
  }
}
