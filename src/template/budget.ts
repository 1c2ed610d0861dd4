import { ArgumentFault } from './fault.ts';

/** What a rendering may cost. */
export interface Limits {
  /** Nodes, commands and rounds of loops; every 64 characters that a function reads or writes count as one. */
  readonly maxSteps: number;
  /** Of the result, and of every text on the way to it. */
  readonly maxChars: number;
}

/** Far more than a message takes, and still a fraction of a second. */
export const DEFAULT_LIMITS: Limits = { maxSteps: 100_000, maxChars: 262_144 };

const CHARS_PER_STEP = 64;
/** Blocks, parentheses and templates in each other; a stack holds several times as many. */
const MAX_DEPTH = 300;

/** What is left of the limits while a template is rendered. Overdrawing it ends the rendering. */
export class Budget {
  readonly #limits: Limits;
  #steps = 0;
  #depth = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  step(count = 1): void {
    this.#steps += count;
    if (this.#steps > this.#limits.maxSteps) {
      throw new ArgumentFault(`takes more than ${this.#limits.maxSteps} steps`);
    }
  }

  /** A text of this many characters was read or made. */
  text(chars: number): void {
    if (chars > this.#limits.maxChars) {
      throw new ArgumentFault(`makes more than ${this.#limits.maxChars} characters`);
    }
    this.step(Math.floor(chars / CHARS_PER_STEP));
  }

  within(work: () => void): void {
    if (this.#depth === MAX_DEPTH) throw new ArgumentFault(`is nested more than ${MAX_DEPTH} deep`);
    this.#depth += 1;
    work();
    this.#depth -= 1;
  }
}
