import { isPrintable } from './escape.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
};

/** A Go string literal, as `%q` writes it; `asciiOnly` for `%+q`. */
export function quote(text: string, asciiOnly = false): string {
  return `"${Array.from(text.toWellFormed(), (character) => escapeCharacter(character, '"', asciiOnly)).join('')}"`;
}

/** A Go character literal, as `%q` writes a number; what is no character becomes U+FFFD. */
export function quoteCharacter(code: bigint, asciiOnly = false): string {
  return `'${escapeCharacter(toCharacter(code), "'", asciiOnly)}'`;
}

/** The character of a code point; U+FFFD where there is none. */
export function toCharacter(code: bigint): string {
  const isCharacter = code >= 0n && code <= 0x10ffffn && (code < 0xd800n || code > 0xdfffn);
  return isCharacter ? String.fromCodePoint(Number(code)) : '\uFFFD';
}

function escapeCharacter(character: string, mark: string, asciiOnly: boolean): string {
  if (character === mark) return `\\${mark}`;
  const escape = ESCAPES[character];
  if (escape !== undefined) return escape;
  if (isPrintable(character) && (!asciiOnly || character < '\u0080')) return character;
  const code = character.codePointAt(0)!;
  if (code < 0x20 || code === 0x7f) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
