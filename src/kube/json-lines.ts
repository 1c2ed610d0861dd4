const NEWLINE = 10;

/**
 * Cuts a byte stream into lines of JSON. A line that spans chunks is joined once, when its end comes,
 * so that a large object costs no repeated copying. Text after the last newline is never a value: a
 * connection that breaks within an object must not yield half of it.
 */
export class JsonLines {
  #rest: Buffer[] = [];

  /**
   * Calls `onValue` for each line that `chunk` completes, in order; blank lines are skipped. Throws a
   * SyntaxError at a line that is no JSON, after the lines before it were handed over.
   */
  feed(chunk: Buffer, onValue: (value: unknown) => void): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const line = this.#complete(chunk, start, end);
      start = end + 1;
      if (line.trim() !== '') onValue(JSON.parse(line));
    }
    if (start < chunk.length) this.#rest.push(start === 0 ? chunk : chunk.subarray(start));
  }

  #complete(chunk: Buffer, start: number, end: number): string {
    if (this.#rest.length === 0) return chunk.toString('utf8', start, end);
    const line = Buffer.concat([...this.#rest, chunk.subarray(start, end)]).toString('utf8');
    this.#rest = [];
    return line;
  }
}
