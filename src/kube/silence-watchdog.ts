import type { Clock } from '../lib/clock.ts';

/**
 * Calls `onSilence` once, when `silenceMs` have passed since it began and since the last byte. It keeps
 * one timer and looks when that is due, rather than setting a new one for each chunk.
 */
export class SilenceWatchdog {
  readonly #clock: Clock;
  readonly #silenceMs: number;
  readonly #onSilence: () => void;
  #heardAt: number;
  #barked = false;
  #cancel: () => void;

  constructor(clock: Clock, silenceMs: number, onSilence: () => void) {
    this.#clock = clock;
    this.#silenceMs = silenceMs;
    this.#onSilence = onSilence;
    this.#heardAt = clock.now();
    this.#cancel = this.#arm();
  }

  /** Whether `onSilence` was called. */
  get barked(): boolean {
    return this.#barked;
  }

  heard(): void {
    this.#heardAt = this.#clock.now();
  }

  end(): void {
    this.#cancel();
  }

  #arm(): () => void {
    return this.#clock.setTimer(this.#heardAt + this.#silenceMs, () => {
      if (this.#clock.now() < this.#heardAt + this.#silenceMs) {
        this.#cancel = this.#arm();
        return;
      }
      this.#barked = true;
      this.#onSilence();
    });
  }
}
