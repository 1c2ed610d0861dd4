import { type Clock, sleepUntil, systemClock } from './clock.ts';

interface Timer {
  readonly at: number;
  /** Orders timers of one instant by the time they were set. */
  readonly sequence: number;
  readonly callback: () => void;
  cancelled: boolean;
}

/**
 * A clock that stands still until `runUntil` moves it from timer to timer. After each instant it
 * waits for `settle`, so that everything an instant causes has happened before the next one begins.
 * `goLive` turns it, once and for good, into the system clock; timers that wait are carried over.
 */
export class VirtualClock implements Clock {
  #now: number;
  #live = false;
  #sequence = 0;
  /** Binary heap by (at, sequence). */
  readonly #heap: Timer[] = [];

  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#live ? systemClock.now() : this.#now;
  }

  /** Whether `goLive` was called. */
  get live(): boolean {
    return this.#live;
  }

  setTimer(at: number, callback: () => void): () => void {
    if (this.#live) return systemClock.setTimer(at, callback);
    const timer: Timer = { at, sequence: this.#sequence++, callback, cancelled: false };
    this.#push(timer);
    return () => {
      timer.cancelled = true;
      this.#cancelLive.get(timer)?.();
    };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepUntil(this, this.now() + ms, signal);
  }

  /**
   * Fires every timer due up to and including `until`, in order, and leaves the clock at `until`.
   * `settle` is awaited before the first timer, after every instant at which timers fired, and at
   * the end.
   */
  async runUntil(until: number, settle: () => Promise<void>): Promise<void> {
    if (this.#live) throw new Error('a live clock runs by itself');
    await settle();
    for (let at = this.nextTimerAt; at !== null && at <= until; at = this.nextTimerAt) {
      this.moveTo(at);
      this.fireDue();
      await settle();
    }
    this.moveTo(until);
    await settle();
  }

  /** When the first of the timers that wait is due; null when none waits. */
  get nextTimerAt(): number | null {
    return this.#peek()?.at ?? null;
  }

  /**
   * Says that it is this late now, and fires nothing: for who moves several clocks in step, and calls
   * `fireDue` of each in turn. Never goes back.
   */
  moveTo(at: number): void {
    this.#now = Math.max(this.#now, at);
  }

  /** Fires the timers that are due now, but not those that they set. False when there were none. */
  fireDue(): boolean {
    const due: Timer[] = [];
    for (let next = this.#peek(); next !== undefined && next.at <= this.#now; next = this.#peek()) {
      due.push(next);
      this.#pop();
    }
    for (const timer of due) if (!timer.cancelled) timer.callback();
    return due.length > 0;
  }

  /** From now on this is the system clock. Timers already due fire at once. */
  goLive(): void {
    if (this.#live) return;
    this.#live = true;
    for (const timer of this.#heap.splice(0)) {
      if (!timer.cancelled) this.#cancelLive.set(timer, systemClock.setTimer(timer.at, timer.callback));
    }
  }

  readonly #cancelLive = new WeakMap<Timer, () => void>();

  #peek(): Timer | undefined {
    while (this.#heap[0]?.cancelled) this.#pop();
    return this.#heap[0];
  }

  #push(timer: Timer): void {
    const heap = this.#heap;
    let index = heap.push(timer) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(timer, heap[parent]!)) break;
      heap[index] = heap[parent]!;
      index = parent;
    }
    heap[index] = timer;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!isBefore(heap[child]!, last)) break;
      heap[index] = heap[child]!;
      index = child;
    }
    heap[index] = last;
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.sequence < b.sequence);
}
