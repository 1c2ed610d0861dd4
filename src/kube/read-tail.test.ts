import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTail } from './read-tail.ts';

const CASES: readonly {
  name: string;
  log: string | Buffer;
  lines?: number;
  bytes?: number;
  text: string;
  /** Bytes before the text; null when they were not counted. */
  omitted: number | null;
}[] = [
  { name: 'an empty log is empty', log: '', text: '', omitted: 0 },
  { name: 'a short log is whole', log: 'a\nb\n', text: 'a\nb\n', omitted: 0 },
  { name: 'a log without a newline at its end is whole', log: 'a\nb', text: 'a\nb', omitted: 0 },
  { name: 'as many lines as wanted are whole', log: 'a\nb\n', lines: 2, text: 'a\nb\n', omitted: 0 },
  { name: 'more lines lose the first ones', log: 'a\nb\nc\n', lines: 2, text: 'b\nc\n', omitted: null },
  { name: 'an unfinished line counts', log: 'a\nb\nc', lines: 2, text: 'b\nc', omitted: null },
  { name: 'empty lines count', log: '\n\n\n', lines: 2, text: '\n\n', omitted: null },
  {
    name: 'more bytes lose the beginning, at a line',
    log: 'first\nsecond\nthird\n',
    bytes: 15,
    text: 'second\nthird\n',
    omitted: 6,
  },
  { name: 'as many bytes as wanted are whole', log: 'ab\n', bytes: 3, text: 'ab\n', omitted: 0 },
  {
    name: 'one long line keeps its end',
    log: `${'x'.repeat(50)}END`,
    bytes: 5,
    text: 'xxEND',
    omitted: 48,
  },
  {
    name: 'one long line is cut between characters',
    log: '€'.repeat(10),
    bytes: 8,
    text: '€€',
    omitted: 24,
  },
  {
    name: 'broken UTF-8 is replaced',
    log: Buffer.from([0x61, 0xff, 0x62]),
    text: 'a\ufffdb',
    omitted: 0,
  },
];
for (const { name, log, lines = 100, bytes = 1_000, text, omitted } of CASES) {
  for (const size of [1, 7, 10_000]) {
    test(`${name} (in chunks of ${size})`, async () => {
      assert.deepEqual(await readTail(chunks(Buffer.from(log), size), lines, bytes), {
        text,
        truncated: omitted !== 0,
        omittedBytes: omitted,
      });
    });
  }
}

async function* chunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}
