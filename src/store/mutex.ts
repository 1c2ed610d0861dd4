/** Lets one holder at a time through, in the order in which they asked. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when the caller holds the lock, with the function that gives it back (twice is harmless). */
  async acquire(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    return resolve;
  }
}
