export interface Tail {
  readonly text: string;
  /** Whether the beginning is missing. */
  readonly truncated: boolean;
  /** Bytes before `text`; null when there are more lines than were asked for, which nobody counted. */
  readonly omittedBytes: number | null;
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
  const { bytes, omitted } = await lastBytes(body, limitBytes);
  const start = omitted > 0 ? lineStart(bytes) : 0;
  const cut = bytes.subarray(start);
  const from = startOfLastLines(cut, tailLines);
  return {
    text: cut.toString('utf8', from),
    truncated: omitted > 0 || from > 0,
    omittedBytes: from > 0 ? null : omitted + start,
  };
}

async function lastBytes(
  body: AsyncIterable<Buffer>,
  limit: number,
): Promise<{ bytes: Buffer; omitted: number }> {
  let held: Buffer[] = [];
  let length = 0;
  let total = 0;
  for await (const chunk of body) {
    held.push(chunk);
    length += chunk.length;
    total += chunk.length;
    if (length <= 2 * limit) continue;
    held = [Buffer.concat(held).subarray(-limit)];
    length = limit;
  }
  const bytes = Buffer.concat(held).subarray(-limit);
  return { bytes, omitted: total - bytes.length };
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
