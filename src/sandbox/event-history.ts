import type { ClusterEvent } from './cluster-types.ts';

/** The latest changes of one resource type, so that a watch can go on from where it stopped. */
export class EventHistory {
  readonly #capacity: number;
  readonly #ring: ClusterEvent[] = [];
  /** Index of the oldest event once the ring is full. */
  #oldest = 0;
  /** Everything up to this resourceVersion has been forgotten. */
  #forgottenThrough: number;

  constructor(capacity: number, forgottenThrough: number) {
    this.#capacity = capacity;
    this.#forgottenThrough = forgottenThrough;
  }

  push(event: ClusterEvent): void {
    if (this.#ring.length < this.#capacity) {
      this.#ring.push(event);
      return;
    }
    this.#forgottenThrough = this.#ring[this.#oldest]!.resourceVersion;
    this.#ring[this.#oldest] = event;
    this.#oldest = (this.#oldest + 1) % this.#capacity;
  }

  /** The events after a resourceVersion, oldest first; null when some of them have been forgotten. */
  since(resourceVersion: number): readonly ClusterEvent[] | null {
    if (resourceVersion < this.#forgottenThrough) return null;
    let low = 0;
    let high = this.#ring.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#at(middle).resourceVersion > resourceVersion) high = middle;
      else low = middle + 1;
    }
    return Array.from({ length: this.#ring.length - low }, (_, index) => this.#at(low + index));
  }

  #at(position: number): ClusterEvent {
    return this.#ring[(this.#oldest + position) % this.#ring.length]!;
  }
}
