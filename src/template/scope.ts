/** What the names at a place of a template mean. Every template of a source has one of its own. */
export class Scope {
  /** Whether `.` is what the whole template is rendered from, so that its fields are known. */
  dotIsRoot: boolean;
  /** Whether `$` is. */
  readonly rootIsKnown: boolean;
  /** How many ranges stand around this place. */
  rangeDepth = 0;
  #visible: { readonly name: string; readonly slot: number }[] = [{ name: '$', slot: 0 }];
  #slots = 1;

  constructor(rootIsKnown: boolean) {
    this.dotIsRoot = rootIsKnown;
    this.rootIsKnown = rootIsKnown;
  }

  /** The slot of a new variable, which hides an older one of that name. */
  declare(name: string): number {
    const slot = this.#slots;
    this.#slots += 1;
    this.#visible.push({ name, slot });
    return slot;
  }

  /** Null when there is no such variable. */
  find(name: string): number | null {
    return this.#visible.findLast((variable) => variable.name === name)?.slot ?? null;
  }

  /** Reads a part whose variables end with it. */
  within<T>(read: () => T): T {
    const outside = this.#visible.length;
    const result = read();
    this.#visible.length = outside;
    return result;
  }

  /** Reads a part in which `.` is something else. */
  withOtherDot<T>(read: () => T): T {
    const before = this.dotIsRoot;
    this.dotIsRoot = false;
    const result = read();
    this.dotIsRoot = before;
    return result;
  }
}
