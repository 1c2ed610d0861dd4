/** The answer to a question that is dear to ask: asked again only when the last answer is too old. */
export class KeptAnswer<T> {
  readonly #ask: () => Promise<T>;
  readonly #keepMs: number;
  #kept: { readonly askedAt: number; readonly answer: Promise<T> } | null = null;

  constructor(ask: () => Promise<T>, keepMs: number) {
    this.#ask = ask;
    this.#keepMs = keepMs;
  }

  /** The answer, `keepMs` old at most. Those who ask at once share one; a failure is not kept. */
  get(): Promise<T> {
    // Monotonic, since a clock that is set back must not keep an answer for hours.
    const now = performance.now();
    if (this.#kept !== null && now - this.#kept.askedAt < this.#keepMs) return this.#kept.answer;
    const kept = { askedAt: now, answer: this.#ask() };
    this.#kept = kept;
    kept.answer.catch(() => {
      if (this.#kept === kept) this.#kept = null;
    });
    return kept.answer;
  }

  /** The next one is asked for anew. */
  forget(): void {
    this.#kept = null;
  }
}
