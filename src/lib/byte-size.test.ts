import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatByteSize } from './byte-size.ts';

const CASES: readonly { name: string; bytes: number; text: string }[] = [
  { name: 'nothing is 0B', bytes: 0, text: '0B' },
  { name: 'below a thousand there is no decimal', bytes: 999, text: '999B' },
  { name: 'a thousand bytes are one KB', bytes: 1_000, text: '1KB' },
  { name: 'one decimal is kept', bytes: 1_449_000, text: '1.4MB' },
  { name: 'rounding up to a thousand takes the next unit', bytes: 999_960, text: '1MB' },
  { name: 'the largest unit takes the rest', bytes: 2.5e15, text: '2500TB' },
];
for (const { name, bytes, text } of CASES) test(name, () => assert.equal(formatByteSize(bytes), text));
