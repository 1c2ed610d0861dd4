import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutLog, type LogEnds } from './cut-log.ts';

const CASES: readonly {
  readonly name: string;
  readonly log: Partial<LogEnds> & { readonly tail: string };
  readonly max: number;
  readonly text: string;
}[] = [
  { name: 'a log that fits stays', log: { tail: 'a\nb\n' }, max: 4, text: 'a\nb\n' },
  {
    name: 'beginning and end stay, cut at lines, with the size of what is missing',
    log: { tail: 'a\nb\nc\nd\ne\nf\ng\nh\ni\n' },
    max: 8,
    text: 'a\n[… 10B cut out here …]\ng\nh\ni\n',
  },
  {
    name: 'one long line is cut at characters',
    log: { tail: '€€€€€€' },
    max: 16,
    text: '€\n[… 3B cut out here …]\n€€€€',
  },
  {
    name: 'a beginning that was read apart is joined, the counted bytes between them told',
    log: { head: 'a\nb\nc\n', tail: 'x\ny\nz\n', omittedBytes: 1_000 },
    max: 8,
    text: 'a\n[… 998B cut out here …]\nx\ny\nz\n',
  },
  {
    name: 'without a count the least that is missing is told',
    log: { head: 'a\nb\nc\n', tail: 'u\nv\nw\nx\ny\nz\n', omittedBytes: null },
    max: 8,
    text: 'a\n[… more than 4B cut out here …]\nx\ny\nz\n',
  },
  {
    name: 'without its beginning a log says that it is missing',
    log: { tail: 'y\nz\n', omittedBytes: null },
    max: 8,
    text: '[… cut out here …]\ny\nz\n',
  },
];

describe('cutLog', () => {
  for (const { name, log, max, text } of CASES) {
    it(name, () => {
      const cut = cutLog({ head: null, omittedBytes: 0, ...log }, max);
      assert.deepEqual(cut, { text, truncated: text !== log.tail });
    });
  }

  it('keeps whole lines of the log in at most the cap, whatever is in it', () => {
    for (let length = 0; length < 300; length++) {
      const lines = Array.from({ length }, (_, n) => `${'ä€'.repeat(n % 7)}${n}`);
      const tail = lines.map((line) => `${line}\n`).join('');
      const { text, truncated } = cutLog({ head: null, tail, omittedBytes: 0 }, 500);
      const kept = text.split('\n').filter((line) => line !== '' && !line.startsWith('[…'));
      assert.ok(kept.every((line) => lines.includes(line)));
      assert.ok(Buffer.byteLength(kept.join('\n')) <= 500);
      assert.equal(truncated, Buffer.byteLength(tail) > 500);
      if (length > 0) assert.equal(kept.at(-1), lines.at(-1));
      if (length > 0) assert.equal(kept[0], lines[0]);
    }
  });
});
