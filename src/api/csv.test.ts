import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CsvCell, toCsv } from './csv.ts';

const CASES: readonly { readonly name: string; readonly row: readonly CsvCell[]; readonly text: string }[] = [
  { name: 'plain text stands as it is', row: ['shop', 'back up'], text: 'shop,back up' },
  { name: 'a comma is quoted', row: ['a,b', 'c'], text: '"a,b",c' },
  { name: 'a quote is doubled and quoted', row: ['say "hi"'], text: '"say ""hi"""' },
  { name: 'a line break is quoted and kept', row: ['a\nb', 'a\r\nb'], text: '"a\nb","a\r\nb"' },
  { name: 'null is an empty cell', row: [null, 'b', null], text: ',b,' },
  { name: 'empty text is an empty cell', row: ['', ''], text: ',' },
  { name: 'a number is no text: its minus is kept', row: [-1, 0, 137], text: '-1,0,137' },
  { name: 'text beginning with = gets an apostrophe', row: ['=1+1'], text: "'=1+1" },
  { name: 'text beginning with + gets an apostrophe', row: ['+1'], text: "'+1" },
  { name: 'text beginning with - gets an apostrophe', row: ['-1'], text: "'-1" },
  { name: 'text beginning with @ gets an apostrophe', row: ['@SUM(A1)'], text: "'@SUM(A1)" },
  { name: 'text beginning with a tab gets an apostrophe', row: ['\t=1'], text: "'\t=1" },
  { name: 'text beginning with CR gets an apostrophe within its quotes', row: ['\r=1'], text: '"\'\r=1"' },
  {
    name: 'a formula with quotes and commas is guarded and quoted',
    row: ['=A("x",1)'],
    text: `"'=A(""x"",1)"`,
  },
  { name: 'NUL is left out', row: ['a\0b'], text: 'ab' },
  { name: 'NUL hides no formula', row: ['\0=1+1'], text: "'=1+1" },
  { name: 'a line as long as a cell stays whole', row: ['x'.repeat(32_767)], text: 'x'.repeat(32_767) },
  {
    name: 'the end of a line of 1 MB is cut off, its guard included',
    row: [`=${'x'.repeat(1_000_000)}`, 'b'],
    text: `'=${'x'.repeat(32_764)}…,b`,
  },
  {
    name: 'a character of two halves is left out whole at the cut',
    row: [`${'x'.repeat(32_765)}🕐🕐`],
    text: `${'x'.repeat(32_765)}…`,
  },
  { name: 'these characters elsewhere are harmless', row: ['a=b', 'x-y+z@w'], text: 'a=b,x-y+z@w' },
  { name: 'text beyond ASCII stands as it is', row: ['Zürich', '夜間', '🕐'], text: 'Zürich,夜間,🕐' },
];

for (const { name, row, text } of CASES) {
  test(name, () => assert.equal(toCsv([row]), `${text}\r\n`));
}

test('every row ends with CRLF, the last one too', () => {
  assert.equal(toCsv([['a'], ['b']]), 'a\r\nb\r\n');
  assert.equal(toCsv([]), '');
});
