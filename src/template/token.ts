/**
 * A piece of a template. `open` and `close` stand for the braces of an action, trim markers included;
 * `space` counts inside of actions, since `.A .B` and `.A.B` differ.
 */
export interface Token {
  readonly kind: TokenKind;
  /** As written; of a text what trim markers left, of an error what is wrong. */
  readonly text: string;
  /** Offset in the source. */
  readonly offset: number;
}

export type TokenKind =
  | 'text'
  | 'open'
  | 'close'
  | 'space'
  | 'string'
  | 'rawString'
  | 'character'
  | 'number'
  | 'field'
  | 'variable'
  | 'word'
  | 'dot'
  | 'mark'
  | 'error'
  | 'end';
