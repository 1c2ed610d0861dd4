import { TemplateFault } from './fault.ts';
import type { Scope } from './scope.ts';
import type { TokenCursor } from './token-cursor.ts';

/** What the parts of the parser share. */
export interface ParseContext {
  readonly cursor: TokenCursor;
  readonly scope: Scope;
  /** Names of the fields of the data. */
  readonly variables: ReadonlySet<string>;
  /** Problems that leave the rest readable; others end the reading. */
  readonly report: (offset: number, message: string) => void;
  readonly nesting: Nesting;
}

/** Deeper than anybody writes, and far from the end of the stack. */
const MAX_DEPTH = 100;

/** Counts how deep parentheses and blocks stand in each other. */
export class Nesting {
  #depth = 0;

  get isOutermost(): boolean {
    return this.#depth === 0;
  }

  within<T>(offset: number, read: () => T): T {
    if (this.#depth === MAX_DEPTH) throw new TemplateFault(offset, `nested more than ${MAX_DEPTH} deep`);
    this.#depth += 1;
    const result = read();
    this.#depth -= 1;
    return result;
  }
}
