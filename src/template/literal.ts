import type { Value } from './value.ts';

// Readers of Go's literals. Each gives null for what is none, and the parser says where it stands.

const SIMPLE: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};

/** The text of an interpreted string, quotes included. Bytes that are no UTF-8 become U+FFFD. */
export function readString(literal: string): string | null {
  const units = readUnits(literal.slice(1, -1), '"');
  if (units === null) return null;
  return Buffer.concat(
    units.map((unit) => (typeof unit === 'number' ? Buffer.of(unit) : Buffer.from(unit))),
  ).toString();
}

/** The text of a raw string, back-quotes included: as it stands, without carriage returns. */
export function readRawString(literal: string): string {
  return literal.slice(1, -1).replaceAll('\r', '');
}

/** A character constant is the number of its character. */
export function readCharacter(literal: string): bigint | null {
  const units = readUnits(literal.slice(1, -1), "'");
  if (units?.length !== 1) return null;
  const [unit] = units;
  return BigInt(typeof unit === 'string' ? unit.codePointAt(0)! : unit!);
}

/** Characters, and numbers where an escape names one byte. */
function readUnits(body: string, quote: string): readonly (string | number)[] | null {
  const units: (string | number)[] = [];
  for (const [text] of body.matchAll(/\\(?:x[^]{0,2}|u[^]{0,4}|U[^]{0,8}|[0-7][^]{0,2}|[^])|[^]/gu)) {
    const unit = text.startsWith('\\') ? readEscape(text.slice(1), quote) : text;
    if (unit === null) return null;
    units.push(unit);
  }
  return units;
}

function readEscape(escape: string, quote: string): string | number | null {
  if (escape === quote) return quote;
  if (Object.hasOwn(SIMPLE, escape)) return SIMPLE[escape]!;
  if (/^[0-7]{3}$/.test(escape)) return byte(Number.parseInt(escape, 8));
  if (/^x[0-9a-fA-F]{2}$/.test(escape)) return byte(Number.parseInt(escape.slice(1), 16));
  if (!/^(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})$/.test(escape)) return null;
  const code = Number.parseInt(escape.slice(1), 16);
  return code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? null : String.fromCodePoint(code);
}

function byte(code: number): number | null {
  return code <= 0xff ? code : null;
}

const DIGITS = (set: string) => `${set}(?:_?${set})*`;
const INTEGER = new RegExp(
  `^[+-]?(?:0[xX]_?${DIGITS('[0-9a-fA-F]')}|0[oO]_?${DIGITS('[0-7]')}|0[bB]_?${DIGITS('[01]')}|0(?:_?[0-7])*|${DIGITS('[0-9]').replace('[0-9]', '[1-9]')})$`,
);
const FLOAT = new RegExp(
  `^[+-]?(?:${DIGITS('[0-9]')}(?:\\.(?:${DIGITS('[0-9]')})?)?|\\.${DIGITS('[0-9]')})(?:[eE][+-]?${DIGITS('[0-9]')})?$`,
);

/** An int or a float64; null where it is neither, or too large for its type. */
export function readNumber(literal: string): Value {
  const plain = literal.replaceAll('_', '');
  if (INTEGER.test(literal)) return readInteger(plain);
  if (!FLOAT.test(literal) || !/[.eE]/.test(literal)) return null;
  const number = Number(plain);
  return Number.isFinite(number) ? number : null;
}

function readInteger(plain: string): bigint | null {
  const digits = plain.replace(/^[+-]/, '');
  const magnitude = BigInt(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits);
  const integer = plain.startsWith('-') ? -magnitude : magnitude;
  return BigInt.asIntN(64, integer) === integer ? integer : null;
}
