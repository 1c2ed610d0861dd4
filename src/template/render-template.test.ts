import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { aValueMap, render } from './testing.ts';

const DATA = aValueMap({ Title: 'Nightly', Logs: 'a & b', Empty: '', Count: 3, Nothing: null, List: [1, 2] });

const FAILURES: readonly { readonly name: string; readonly source: string; readonly reason: string }[] = [
  {
    name: 'a failure names its place',
    source: '\n  {{ index .Title 99 }}',
    reason: 'line 2, column 6: index out of range: 99',
  },
  {
    name: 'values of different types cannot be compared',
    source: '{{ if eq .Count .Title }}x{{ end }}',
    reason: 'line 1, column 7: cannot compare int with string',
  },
  {
    name: 'a text has no fields',
    source: '{{ .Title.Foo }}',
    reason: 'line 1, column 4: there is no field .Foo in type string',
  },
  {
    name: 'a field that only turns out to be unknown',
    source: '{{ with $ }}{{ .Foo }}{{ end }}',
    reason: 'line 1, column 16: unknown field .Foo',
  },
  {
    name: 'upper takes a text',
    source: '{{ upper .Count }}',
    reason: 'line 1, column 4: upper takes a string, not int',
  },
  {
    name: 'a loop ends at the limit of steps',
    source: '{{ range 1000000000 }}{{ end }}',
    reason: 'line 1, column 10: takes more than 100000 steps',
  },
  {
    name: 'a text that doubles ends at the limit of characters',
    source: '{{ $x := "abcdefgh" }}{{ range 1000 }}{{ $x = print $x $x }}{{ end }}',
    reason: 'line 1, column 47: makes more than 262144 characters',
  },
  {
    name: 'a template that renders itself without end',
    source: '{{ define "t" }}{{ template "t" }}{{ end }}{{ template "t" }}',
    reason: 'line 1, column 20: is nested more than 300 deep',
  },
  {
    name: 'a width that fills pages',
    source: '{{ printf "%1000000d" 1 }}',
    reason: 'line 1, column 4: printf goes up to a width of 1000',
  },
  {
    name: 'a variable whose declaration was passed over',
    source: '{{ $y := and false ($x := 1) }}{{ $x }}',
    reason: 'line 1, column 35: undefined variable $x',
  },
];
for (const { name, source, reason } of FAILURES) {
  test(`fails: ${name}`, () => assert.deepEqual(render(source, DATA), { kind: 'failed', reason }));
}

test('a result beyond its limit fails, one at the limit does not', () => {
  assert.equal(render('{{ .Title }}', DATA, { maxChars: 7 }).kind, 'text');
  assert.equal(render('{{ .Title }}!', DATA, { maxChars: 7 }).kind, 'failed');
});

test('escape sees what actions print, and not the text between them', () => {
  const made = render(
    '<b>{{ .Logs }}</b>{{ printf "<%s>" .Title }}{{ if eq .Logs "a & b" }}{{ len .Logs }}{{ end }}',
    DATA,
    {
      escape: (text) => `[${text}]`,
    },
  );
  assert.deepEqual(made, { kind: 'text', text: '<b>[a & b]</b>[<Nightly>][5]' });
});

test('what every object has is no part of the data', () => {
  assert.equal(render('{{ with $ }}{{ .constructor }}{{ end }}', DATA).kind, 'failed');
  assert.deepEqual(render('{{ index $ "__proto__" }}', DATA), { kind: 'text', text: '<no value>' });
});

const WORDS = [
  '{{',
  '}}',
  '{{-',
  '-}}',
  ' ',
  '\n',
  'if',
  'else',
  'end',
  'range',
  'with',
  'define',
  'template',
  'block',
  'break',
  'continue',
  '.',
  '.Title',
  '.Logs',
  '.List',
  '.Count',
  '.Nope',
  '$',
  '$x',
  ':=',
  '=',
  ',',
  '|',
  '(',
  ')',
  '"t"',
  '`a`',
  "'c'",
  '1',
  '-7',
  '2.5',
  '1e9',
  'nil',
  'true',
  'and',
  'or',
  'not',
  'eq',
  'lt',
  'len',
  'index',
  'slice',
  'print',
  'printf',
  '"%5.2f|%q"',
  'toJson',
  'upper',
  'default',
  'html',
  '/*',
  '*/',
  'text',
  '😀',
  '\u0000',
  '\ud800',
] as const;
const soups = fc.array(fc.constantFrom(...WORDS), { maxLength: 40 }).map((words) => words.join(' '));
const operand = fc.constantFrom(
  '.Title',
  '.Logs',
  '.Count',
  '.List',
  '.Nothing',
  '1',
  '`%v %d`',
  '2.5',
  '$',
  '(len .Title)',
);
const command = fc
  .tuple(
    fc.constantFrom(
      'print',
      'printf',
      'len',
      'index',
      'slice',
      'eq',
      'lt',
      'and',
      'or',
      'not',
      'toJson',
      'html',
      'js',
      'default',
      'upper',
    ),
    fc.array(operand, { minLength: 1, maxLength: 3 }),
  )
  .map(([name, args]) => `${name} ${args.join(' ')}`);
const bodies = fc
  .array(
    fc.oneof(
      command.map((text) => `{{ ${text} }}`),
      fc.tuple(command, command).map(([a, b]) => `{{ with ${a} }}{{ . }}{{ else }}{{ ${b} }}{{ end }}`),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(' '));
const texts = fc.string({ unit: 'binary', maxLength: 30 });

test('no template and no data makes it throw, or run past its limits', () => {
  fc.assert(
    fc.property(fc.oneof(soups, bodies), texts, (source, text) => {
      const data = { ...DATA, Title: text };
      const made = render(source, data, { maxSteps: 2_000, maxChars: 5_000 });
      if (made.kind === 'text') assert.ok(made.text.length <= 5_000);
    }),
    { numRuns: 3_000 },
  );
});

test('what toJson makes of any value parses, to that value', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' })), (value) => {
      const made = render('{"v": {{ .Value | toJson }} }', aValueMap({ Value: value }));
      assert.ok(made.kind === 'text', JSON.stringify(made));
      assert.deepEqual(JSON.parse(made.text), JSON.parse(JSON.stringify({ v: wellFormed(value) })));
    }),
    { numRuns: 500 },
  );
});

function wellFormed(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
