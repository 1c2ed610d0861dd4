/** How long after the last sign of a reader the page counts as idle. */
const IDLE_MS = 2 * 60_000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focus'] as const;

/** Whether somebody uses the page. Pages that nobody looks at ask the service less often. */
export class Activity {
  #lastAt = Date.now();
  readonly #listeners = new AbortController();
  readonly #onReturn: () => void;

  /** `onReturn` is called when a reader comes back to an idle page. */
  constructor(target: EventTarget, onReturn: () => void) {
    this.#onReturn = onReturn;
    const options = { signal: this.#listeners.signal, capture: true, passive: true } as const;
    for (const sign of SIGNS) target.addEventListener(sign, () => this.#note(), options);
  }

  /** Whether nobody gave a sign for two minutes. */
  get idle(): boolean {
    return Date.now() - this.#lastAt > IDLE_MS;
  }

  [Symbol.dispose](): void {
    this.#listeners.abort();
  }

  #note(): void {
    const wasIdle = this.idle;
    this.#lastAt = Date.now();
    if (wasIdle) this.#onReturn();
  }
}
