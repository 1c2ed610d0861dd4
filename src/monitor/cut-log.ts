import { formatByteSize } from '../lib/byte-size.ts';

/** What was read of a log: all of it in `tail`, or its end and perhaps its beginning. */
export interface LogEnds {
  /** Null unless `tail` is not all and the beginning was read too. */
  readonly head: string | null;
  readonly tail: string;
  /** Bytes that were passed over before `tail`; null when they were not counted. */
  readonly omittedBytes: number | null;
}

export interface CutLog {
  readonly text: string;
  /** Whether anything is missing; a line of the text then says where and how much. */
  readonly truncated: boolean;
}

/** Of what is kept the beginning gets a quarter: a failure is told at the end, what led to it mostly too. */
const HEAD_SHARE = 0.25;

/** How many bytes of a log's beginning are kept beside its end. */
export function headBytes(maxBytes: number): number {
  return Math.floor(maxBytes * HEAD_SHARE);
}

/**
 * A log in about `maxBytes` of UTF-8: whole where it fits, else its beginning and its end, cut at lines,
 * and between them a line that says how much is missing. That line comes on top of the cap.
 */
export function cutLog({ head, tail, omittedBytes }: LogEnds, maxBytes: number): CutLog {
  const bytes = Buffer.from(tail);
  const complete = omittedBytes === 0;
  if (complete && bytes.length <= maxBytes) return { text: tail, truncated: false };
  const first = complete ? bytes : head === null ? null : Buffer.from(head);
  if (first === null) {
    const end = lastBytes(bytes, maxBytes);
    return { text: `${marker(omittedBytes, bytes.length - end.length)}${end.toString()}`, truncated: true };
  }
  const start = firstBytes(first, headBytes(maxBytes));
  const end = lastBytes(bytes, maxBytes - headBytes(maxBytes));
  const missing = marker(omittedBytes, bytes.length - end.length - start.length);
  return { text: `${ended(start.toString())}${missing}${end.toString()}`, truncated: true };
}

/** `seen` bytes are missing of those that were read; negative when the beginning was read apart. */
function marker(omittedBytes: number | null, seen: number): string {
  if (omittedBytes !== null)
    return `[… ${formatByteSize(Math.max(0, omittedBytes + seen))} cut out here …]\n`;
  return seen > 0 ? `[… more than ${formatByteSize(seen)} cut out here …]\n` : '[… cut out here …]\n';
}

/** From the beginning up to the end of a line; in one line longer than that, up to a whole character. */
function firstBytes(bytes: Buffer, most: number): Buffer {
  if (bytes.length <= most) return bytes;
  const lineEnd = most === 0 ? -1 : bytes.lastIndexOf(0x0a, most - 1);
  if (lineEnd >= 0) return bytes.subarray(0, lineEnd + 1);
  let to = most;
  while (to > 0 && isContinuation(bytes[to])) to -= 1;
  return bytes.subarray(0, to);
}

/** From where a line begins to the end; in one line longer than that, from a whole character. */
function lastBytes(bytes: Buffer, most: number): Buffer {
  if (bytes.length <= most) return bytes;
  let from = bytes.length - most;
  const lineEnd = bytes.indexOf(0x0a, from - 1);
  if (lineEnd >= 0 && lineEnd < bytes.length - 1) from = lineEnd + 1;
  while (isContinuation(bytes[from])) from += 1;
  return bytes.subarray(from);
}

function isContinuation(byte: number | undefined): boolean {
  return ((byte ?? 0) & 0xc0) === 0x80;
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
