import type { Turns } from '../lib/turns.ts';

/** Written in a ms or two. */
const ITEMS_PER_TURN = 500;

/**
 * What JSON.stringify writes of an object, as UTF-8. Long lists in its fields are written in pieces, each in a turn
 * of its own.
 */
export async function toJsonBytes(
  value: Readonly<Record<string, unknown>>,
  turns: Turns,
): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  const write = (text: string): void => void pieces.push(Buffer.from(text));
  let separator = '{';
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    write(`${separator}${JSON.stringify(name)}:`);
    separator = ',';
    if (!Array.isArray(field) || field.length <= ITEMS_PER_TURN) write(JSON.stringify(field));
    else await writeLong(field, turns, write);
  }
  write(separator === '{' ? '{}' : '}');
  return Buffer.concat(pieces);
}

async function writeLong(
  items: readonly unknown[],
  turns: Turns,
  write: (text: string) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += ITEMS_PER_TURN) {
    await turns.next();
    const text = JSON.stringify(items.slice(start, start + ITEMS_PER_TURN));
    write(`${start === 0 ? '[' : ','}${text.slice(1, -1)}`);
  }
  write(']');
}
