import { randomInt } from 'node:crypto';

/** Kubernetes leaves out vowels and look-alikes so that no name spells a word. */
const NAME_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** A name for `metadata.generateName`: the base and five random characters; empty for an empty base. */
export function generateName(base: string): string {
  if (base === '') return '';
  const random = Array.from({ length: 5 }, () => NAME_ALPHABET[randomInt(NAME_ALPHABET.length)]);
  return base.slice(0, 58) + random.join('');
}
