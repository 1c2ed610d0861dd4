export interface Tail {
  readonly text: string;
  /** Whether the beginning is missing. */
  readonly truncated: boolean;
}

/**
 * The last `tailLines` lines of a log, in at most `limitBytes`, begun at a line where one begins within
 * them. Holds no more than about twice that, however long the log is. Broken UTF-8 is replaced. A log
 * that was asked for with one line more than wanted tells here whether there was more.
 */
export async function readTail(
  body: AsyncIterable<Buffer>,
  tailLines: number,
  limitBytes: number,
): Promise<Tail> {
  const { bytes, truncated } = await lastBytes(body, limitBytes);
  const cut = truncated ? bytes.subarray(lineStart(bytes)) : bytes;
  const from = startOfLastLines(cut, tailLines);
  return { text: cut.toString('utf8', from), truncated: truncated || from > 0 };
}

async function lastBytes(
  body: AsyncIterable<Buffer>,
  limit: number,
): Promise<{ bytes: Buffer; truncated: boolean }> {
  let held: Buffer[] = [];
  let length = 0;
  let truncated = false;
  for await (const chunk of body) {
    held.push(chunk);
    length += chunk.length;
    if (length <= 2 * limit) continue;
    held = [Buffer.concat(held).subarray(-limit)];
    length = limit;
    truncated = true;
  }
  const bytes = Buffer.concat(held);
  if (bytes.length <= limit) return { bytes, truncated };
  return { bytes: bytes.subarray(bytes.length - limit), truncated: true };
}

/** After the first newline; in one line longer than the limit, the first whole character. */
function lineStart(bytes: Buffer): number {
  const newline = bytes.indexOf(0x0a);
  if (newline !== -1 && newline < bytes.length - 1) return newline + 1;
  let from = 0;
  while (from < 3 && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++;
  return from;
}

function startOfLastLines(bytes: Buffer, lines: number): number {
  let newline = bytes.at(-1) === 0x0a ? bytes.length - 1 : bytes.length;
  for (let counted = 0; counted < lines; counted++) {
    if (newline === 0) return 0;
    newline = bytes.lastIndexOf(0x0a, newline - 1);
    if (newline === -1) return 0;
  }
  return newline + 1;
}
