/**
 * Work that many ask for at the same time, done once for all of them. Who asks while it is being done waits for the
 * next time, since what is under way may have been read before what they know of: a result is never older than the
 * question.
 */
export class SharedWork<Result> {
  readonly #underWay = new Map<string, UnderWay<Result>>();

  /** The result of `work`, or of that of another who asked with the same key; a failure is shared too. */
  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const underWay = this.#underWay.get(key);
    if (underWay === undefined) return this.#start(key, work);
    const startNext = (): Promise<Result> => this.#start(key, work);
    underWay.next ??= underWay.now.then(startNext, startNext);
    return underWay.next;
  }

  #start(key: string, work: () => Promise<Result>): Promise<Result> {
    const underWay: UnderWay<Result> = { now: work(), next: null };
    this.#underWay.set(key, underWay);
    const end = (): void => {
      if (underWay.next === null) this.#underWay.delete(key);
    };
    underWay.now.then(end, end);
    return underWay.now;
  }
}

interface UnderWay<Result> {
  readonly now: Promise<Result>;
  /** For those who asked since; null while nobody did. */
  next: Promise<Result> | null;
}
