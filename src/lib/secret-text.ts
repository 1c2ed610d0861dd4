import { inspect } from 'node:util';

/** Stands where a secret would. */
export const HIDDEN = '[secret]';

/** A text that must not be printed by accident: logs, JSON, templates and errors show `[secret]`. */
export class SecretText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself, for the receiver that it is meant for. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }
}
