/**
 * Lets one piece of work through in each turn of the event loop, in the order in which they asked: many long answers
 * that are made at once, each in pieces of some ms, hold up everything else for one piece and not for all of them.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  /** Resolves in a turn that nobody else is given. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(() => this.#pass());
    });
  }

  /** The images of the items, so many in each turn. A few take no turn at all. */
  async map<Item, Image>(
    items: readonly Item[],
    map: (item: Item) => Image,
    itemsPerTurn = 500,
  ): Promise<Image[]> {
    const images: Image[] = [];
    for (let start = 0; start < items.length; start += itemsPerTurn) {
      if (start > 0) await this.next();
      for (const item of items.slice(start, start + itemsPerTurn)) images.push(map(item));
    }
    return images;
  }

  #pass(): void {
    this.#waiting.shift()!();
    if (this.#waiting.length > 0) setImmediate(() => this.#pass());
  }
}
