import { createHash } from 'node:crypto';

/**
 * A short id that is the same for the same parts, in any process and at any time: 26 characters of
 * lower-case base 32 (130 bits of SHA-256). Makes a step that is repeated after a crash write the
 * row that it wrote before.
 */
export function fingerprint(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return base32(hash.digest()).slice(0, 26);
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(value >> bits) & 31];
    }
  }
  return text;
}
