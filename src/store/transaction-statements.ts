import type { CompiledQuery } from 'kysely';

/** The statements of one transaction: none is lost, none comes after its end. */
export class TransactionStatements<Result> {
  readonly #send: (query: CompiledQuery) => Promise<Result>;
  readonly #running = new Set<Promise<unknown>>();
  #failure: { readonly error: unknown } | null = null;
  #ended = false;

  constructor(send: (query: CompiledQuery) => Promise<Result>) {
    this.#send = send;
  }

  run(query: CompiledQuery): Promise<Result> {
    if (this.#ended) return Promise.reject(new Error('The transaction has ended'));
    const result = this.#send(query);
    this.#running.add(result);
    const forget = (): void => void this.#running.delete(result);
    result.then(forget, (error: unknown) => {
      this.#failure ??= { error };
      forget();
    });
    return result;
  }

  /** Waits for the statements still on their way; throws the first failure of all. */
  async end(): Promise<void> {
    this.#ended = true;
    await Promise.allSettled(this.#running);
    if (this.#failure !== null) throw this.#failure.error;
  }
}
