/** What of a log is wanted. Without options all of it. */
export interface LogReadOptions {
  /** The last lines alone. */
  readonly tailLines?: number;
  /** Cut after so many bytes. */
  readonly limitBytes?: number;
  /** Lines written at this instant or later, ms since the epoch. */
  readonly sinceMs?: number;
  /** Each line begins with the instant at which it was written. */
  readonly timestamps?: boolean;
}

export interface LogLine {
  /** When its first byte was written, ms since the epoch. */
  readonly at: number;
  /** With its newline, unless it is the last and not complete yet. */
  readonly bytes: Buffer;
}

const NEWLINE = 0x0a;

/** The output of one container as lines with their instants, the oldest dropped beyond a size. */
export class LogLines {
  readonly #mostBytes: number;
  #lines: LogLine[] = [];
  /** Index of the oldest line kept. */
  #first = 0;
  #size = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  append(chunk: Buffer, at: number): void {
    for (const piece of splitLines(chunk)) {
      const last = this.#lines.at(-1);
      const isOpen = last !== undefined && last.bytes.at(-1) !== NEWLINE;
      if (isOpen)
        this.#lines[this.#lines.length - 1] = { at: last.at, bytes: Buffer.concat([last.bytes, piece]) };
      else this.#lines.push({ at, bytes: piece });
      this.#size += piece.length;
    }
    this.#dropOldest();
  }

  read(options: LogReadOptions = {}): Buffer {
    const { tailLines, limitBytes, sinceMs, timestamps } = options;
    let lines = this.#lines.slice(this.#first);
    if (sinceMs !== undefined) lines = lines.filter(({ at }) => at >= sinceMs);
    if (tailLines !== undefined) lines = tailLines === 0 ? [] : lines.slice(-tailLines);
    const bytes = Buffer.concat(lines.map((line) => (timestamps === true ? stamped(line) : line.bytes)));
    return limitBytes === undefined ? bytes : bytes.subarray(0, limitBytes);
  }

  /** The lines kept, oldest first. */
  *lines(): Iterable<LogLine> {
    for (let index = this.#first; index < this.#lines.length; index++) yield this.#lines[index]!;
  }

  #dropOldest(): void {
    while (this.#size > this.#mostBytes && this.#first < this.#lines.length - 1) {
      this.#size -= this.#lines[this.#first]!.bytes.length;
      this.#first += 1;
    }
    if (this.#first > this.#lines.length / 2) {
      this.#lines = this.#lines.slice(this.#first);
      this.#first = 0;
    }
    const only = this.#lines[this.#first];
    if (this.#size <= this.#mostBytes || only === undefined) return;
    this.#lines = [{ at: only.at, bytes: only.bytes.subarray(-this.#mostBytes) }];
    this.#first = 0;
    this.#size = this.#mostBytes;
  }
}

/** A line with its instant in front, as the kubelet writes it. */
export function stamped({ at, bytes }: LogLine): Buffer {
  const instant = new Date(at).toISOString().replace('Z', '000000Z');
  return Buffer.concat([Buffer.from(`${instant} `), bytes]);
}

/** The pieces of a chunk, each ending behind a newline, except perhaps the last. */
export function splitLines(chunk: Buffer): readonly Buffer[] {
  const pieces: Buffer[] = [];
  let start = 0;
  for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
    pieces.push(chunk.subarray(start, end + 1));
    start = end + 1;
  }
  if (start < chunk.length) pieces.push(chunk.subarray(start));
  return pieces;
}
