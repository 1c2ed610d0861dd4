// The few forms of ASN.1's distinguished encoding that a certificate is made of.

export function sequence(...parts: readonly Buffer[]): Buffer {
  return encode(0x30, Buffer.concat(parts));
}

export function set(...parts: readonly Buffer[]): Buffer {
  return encode(0x31, Buffer.concat(parts));
}

/** A non-negative integer from its big-endian bytes. */
export function integer(bytes: Buffer): Buffer {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  const magnitude = bytes.subarray(start);
  const isNegative = (magnitude[0]! & 0x80) !== 0;
  return encode(0x02, isNegative ? Buffer.concat([Buffer.from([0]), magnitude]) : magnitude);
}

export function boolean(value: boolean): Buffer {
  return encode(0x01, Buffer.from([value ? 0xff : 0]));
}

export function bitString(bytes: Buffer): Buffer {
  return encode(0x03, Buffer.concat([Buffer.from([0]), bytes]));
}

export function octetString(bytes: Buffer): Buffer {
  return encode(0x04, bytes);
}

export function utf8String(text: string): Buffer {
  return encode(0x0c, Buffer.from(text));
}

export function objectIdentifier([first, second, ...rest]: readonly number[]): Buffer {
  return encode(0x06, Buffer.from([first! * 40 + second!, ...rest.flatMap(base128)]));
}

/** An instant, ms since the epoch, in whole seconds: UTCTime through 2049, GeneralizedTime after. */
export function time(ms: number): Buffer {
  const digits = `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`;
  return digits < '2050' ? encode(0x17, Buffer.from(digits.slice(2))) : encode(0x18, Buffer.from(digits));
}

/** `[tag] EXPLICIT` around a value. */
export function explicit(tag: number, value: Buffer): Buffer {
  return encode(0xa0 + tag, value);
}

/** `[tag] IMPLICIT` over primitive content. */
export function implicit(tag: number, content: Buffer): Buffer {
  return encode(0x80 + tag, content);
}

function base128(value: number): readonly number[] {
  const digits = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}

function encode(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const bytes = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}
