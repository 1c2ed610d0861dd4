import { Writable } from 'node:stream';

const NEWLINE = 0x0a;

/** Takes a text to its end and counts its lines; nothing of it is kept. */
export class LineCount extends Writable {
  lines = 0;

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) this.lines += 1;
    done();
  }
}
