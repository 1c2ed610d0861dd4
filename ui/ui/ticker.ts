type Listener = () => void;

/** One timer for every relative time on the page. It runs while anything listens. */
export class Ticker {
  readonly #listeners = new Set<Listener>();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Calls back once a second until the returned function is called. */
  readonly subscribe = (listener: Listener): Listener => {
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => this.#tick(), 1_000);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  };

  #tick(): void {
    for (const listener of this.#listeners) listener();
  }
}
