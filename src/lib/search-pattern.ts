import { RE2JS } from 're2js';

/** A regular expression that a user wrote, to be searched for in texts that nobody vouches for. */
export interface SearchPattern {
  readonly source: string;
  /** Whether it is found anywhere in the text, in time linear in the text's length. */
  foundIn(text: string): boolean;
}

export type ParsedSearchPattern =
  | { readonly kind: 'pattern'; readonly pattern: SearchPattern }
  /** `reason` is a clause that quotes what is wrong: "missing closing ): `(`". */
  | { readonly kind: 'invalid'; readonly reason: string };

/**
 * The time of a search is the length of the text times the size of the compiled expression, which
 * counted repetitions blow up: `(a{1,100}){1,10}` compiles to 2,000 instructions. What people write
 * compiles to some dozens.
 */
const MAX_PROGRAM_SIZE = 1_000;

/**
 * Reads a regular expression of RE2's syntax, as Go has it: without look-around and back references,
 * which cannot be searched for in linear time. `^` and `$` stand for the ends of a line, as for grep.
 */
export function parseSearchPattern(source: string): ParsedSearchPattern {
  try {
    const compiled = RE2JS.compile(source, RE2JS.MULTILINE);
    if (compiled.programSize() > MAX_PROGRAM_SIZE) {
      return { kind: 'invalid', reason: 'it repeats too much; write smaller counts in {}' };
    }
    return { kind: 'pattern', pattern: { source, foundIn: (text) => compiled.test(text) } };
  } catch (error) {
    // Its own classes of errors are not all exported; whatever it throws, it cannot read the text.
    return { kind: 'invalid', reason: clause((error as Error).message) };
  }
}

/** The message without its beginning, and without the flag that it takes for a part of the expression. */
function clause(message: string): string {
  return message.replace('error parsing regexp: ', '').replace('`(?m)', '`');
}
