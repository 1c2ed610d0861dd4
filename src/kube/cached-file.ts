import { readFile } from 'node:fs/promises';
import type { Clock } from '../lib/clock.ts';

/** Bound service account tokens are rotated at 80 % of their life; a minute is what client-go takes. */
const LONGEST_AGE_MS = 60_000;

/**
 * A file that may be replaced while we run (tokens, certificates): read again after a minute. Where
 * the file is gone for a moment, its last content stands; `read` rejects only while there never was one.
 */
export class CachedFile {
  readonly path: string;
  readonly #clock: Pick<Clock, 'now'>;
  #content: Buffer | undefined;
  #readAt = 0;

  constructor(path: string, clock: Pick<Clock, 'now'>) {
    this.path = path;
    this.#clock = clock;
  }

  async read(): Promise<Buffer> {
    if (this.#content && this.#clock.now() - this.#readAt < LONGEST_AGE_MS) return this.#content;
    try {
      this.#content = await readFile(this.path);
    } catch (error) {
      if (!this.#content) throw error;
    }
    this.#readAt = this.#clock.now();
    return this.#content;
  }

  /** The next `read` goes to the disk. */
  expire(): void {
    this.#readAt = -LONGEST_AGE_MS;
  }
}
