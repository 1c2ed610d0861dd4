/** What may come next. */
type Expected = 'value' | 'firstElement' | 'key' | 'firstKey' | 'separator';

const SPACE = /[ \t\r\n]*/y;
// oxlint-disable-next-line no-control-regex -- control characters are what JSON forbids
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const OTHER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Offset of the first token that keeps a text from being JSON, its length where something is missing
 * at the end, and null when it is JSON. JSON.parse tells no reliable place, and repeats the text.
 */
export function jsonProblem(text: string): number | null {
  const closers: string[] = [];
  let expected: Expected = 'value';
  let offset = 0;
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = offset;
    const length = pattern.exec(text)?.[0].length;
    offset += length ?? 0;
    return length !== undefined;
  };
  for (;;) {
    match(SPACE);
    const character = text.charAt(offset);
    if (expected === 'separator' && closers.length === 0) return offset === text.length ? null : offset;
    if (character === closers.at(-1) && expected !== 'value' && expected !== 'key') {
      closers.pop();
      offset += 1;
      expected = 'separator';
    } else if (expected === 'separator') {
      if (character !== ',') return offset;
      offset += 1;
      expected = closers.at(-1) === '}' ? 'key' : 'value';
    } else if (expected === 'key' || expected === 'firstKey') {
      if (!match(STRING)) return offset;
      match(SPACE);
      if (text.charAt(offset) !== ':') return offset;
      offset += 1;
      expected = 'value';
    } else if (character === '{' || character === '[') {
      closers.push(character === '{' ? '}' : ']');
      offset += 1;
      expected = character === '{' ? 'firstKey' : 'firstElement';
    } else {
      if (!match(STRING) && !match(OTHER)) return offset;
      expected = 'separator';
    }
  }
}
