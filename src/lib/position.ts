/** A place in a text, both counted from 1; a column is a character. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where an offset of a text lies. */
export function position(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return {
    line: before.split('\n').length,
    column: Array.from(before.slice(lineStart)).length + 1,
  };
}
