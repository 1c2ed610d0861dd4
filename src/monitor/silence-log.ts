import type { Clock } from '../lib/clock.ts';
import type { Period } from '../slot/slot-facts.ts';

/** Of more silences the older ones are forgotten: what changed in them was judged when they ended. */
const MOST_SILENCES = 20;

/**
 * Asks whether the watches are heard, and remembers when they were not. What happened in a silence is told after
 * it, but not when it happened.
 */
export class SilenceLog {
  readonly #clock: Clock;
  readonly #isFresh: () => boolean;
  #heardAt: number;
  #silences: readonly Period[] = [];

  constructor({ clock, isFresh }: { readonly clock: Clock; readonly isFresh: () => boolean }) {
    this.#clock = clock;
    this.#isFresh = isFresh;
    this.#heardAt = clock.now();
  }

  /** Whether the watches are heard now. */
  isFresh(): boolean {
    const now = this.#clock.now();
    const fresh = this.#isFresh();
    const [last] = this.#silences.slice(-1);
    const before = last?.to === Infinity ? this.#silences.slice(0, -1) : this.#silences;
    const from = last?.to === Infinity ? last.from : this.#heardAt;
    if (!fresh) this.#silences = [...before, { from, to: Infinity }].slice(-MOST_SILENCES);
    else if (last?.to === Infinity) this.#silences = [...before, { from, to: now }];
    if (fresh) this.#heardAt = now;
    return fresh;
  }

  /** From when the watches were heard last until they were heard again, Infinity while they are not; oldest first. */
  get silences(): readonly Period[] {
    return this.#silences;
  }
}
