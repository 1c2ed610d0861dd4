import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTemplate } from './parse-template.ts';

const VARIABLES = new Set(['Title', 'Logs']);

const PROBLEMS: readonly {
  readonly name: string;
  readonly source: string;
  readonly problems: readonly string[];
}[] = [
  {
    name: 'an unknown field is told with its place',
    source: 'a\nbcd {{ .Foo }}',
    problems: ['2:8 unknown field .Foo'],
  },
  {
    name: 'all unknown names are told at once, in their order',
    source: '{{ .Foo }}{{ nope 1 }}{{ $x }}{{ $.Bar }}',
    problems: [
      '1:4 unknown field .Foo',
      '1:14 unknown function nope',
      '1:26 undefined variable $x',
      '1:34 unknown field .Bar',
    ],
  },
  {
    name: 'names of what every object has are no functions',
    source: '{{ toString 1 }}{{ constructor }}',
    problems: ['1:4 unknown function toString', '1:20 unknown function constructor'],
  },
  {
    name: 'a column is a character, however long it is in memory',
    source: '😀é{{ .Foo }}',
    problems: ['1:6 unknown field .Foo'],
  },
  {
    name: 'what breaks the syntax ends the list',
    source: '{{ .Foo }}{{ if }}{{ .Bar }}',
    problems: ['1:4 unknown field .Foo', '1:17 missing value for if'],
  },
  {
    name: 'a block without its end is told at the end',
    source: '{{ if .Title }}x',
    problems: ['1:17 unexpected end of the template'],
  },
  { name: 'an open action is told where it opens', source: 'a {{ .Title', problems: ['1:3 unclosed action'] },
  {
    name: 'an end without a block',
    source: '{{ end }}',
    problems: ['1:4 unexpected "end" in the template'],
  },
  {
    name: 'a wrong number of arguments is seen before anything is rendered',
    source: '{{ .Title | upper 1 }}{{ eq 1 }}{{ slice .Title 1 2 3 4 }}',
    problems: [
      '1:13 wrong number of arguments for upper: want 1, got 2',
      '1:26 wrong number of arguments for eq: want at least 2, got 1',
      '1:36 wrong number of arguments for slice: want 1 to 4, got 5',
    ],
  },
  {
    name: 'a field takes no arguments',
    source: '{{ .Title .Logs }}',
    problems: ["1:4 can't give an argument to what is no function"],
  },
  {
    name: 'a template that nobody defines cannot be used',
    source: '{{ template "t" . }}',
    problems: ['1:4 template "t" is not defined'],
  },
  { name: 'break wants a range', source: '{{ break }}', problems: ['1:4 break outside of a range'] },
  {
    name: 'arithmetic is not known',
    source: '{{ .Title + 1 }}',
    problems: ['1:11 bad number or too large: +'],
  },
];
for (const { name, source, problems } of PROBLEMS) {
  test(name, () => {
    const parsed = parseTemplate(source, { variables: VARIABLES });
    assert.equal(parsed.kind, 'invalid');
    const found = parsed.kind === 'invalid' ? parsed.problems : [];
    assert.deepEqual(
      found.map(({ line, column, message }) => `${line}:${column} ${message}`),
      problems,
    );
  });
}

test('inside of with, range and define the dot is something else, whose fields are not known before', () => {
  const source =
    '{{ with .Title }}{{ .x }}{{ end }}{{ range .Logs }}{{ .y }}{{ end }}{{ define "t" }}{{ .z }}{{ $.z }}{{ end }}';
  assert.equal(parseTemplate(source, { variables: VARIABLES }).kind, 'template');
});

test('in the else of a with the dot is what it was', () => {
  const parsed = parseTemplate('{{ with .Title }}{{ else }}{{ .x }}{{ end }}', { variables: VARIABLES });
  assert.equal(parsed.kind, 'invalid');
});

const TOO_MUCH = [
  { name: 'parentheses', source: `{{ ${'('.repeat(5_000)}1${')'.repeat(5_000)} }}` },
  { name: 'blocks', source: '{{ if 1 }}'.repeat(5_000) + '{{ end }}'.repeat(5_000) },
  { name: 'characters', source: 'x'.repeat(70_000) },
];
for (const { name, source } of TOO_MUCH) {
  test(`too many ${name} are a problem, not a crash`, () => {
    assert.equal(parseTemplate(source, { variables: VARIABLES }).kind, 'invalid');
  });
}

test('a long chain of else if is no nesting', () => {
  const source = `{{ if 0 }}${'{{ else if 0 }}'.repeat(2_000)}{{ end }}`;
  assert.equal(parseTemplate(source, { variables: VARIABLES }).kind, 'template');
});

test('a template that is wrong all over is told in few and short words', () => {
  const source = `{{ ${'x'.repeat(1_000)} }}`.repeat(60);
  const parsed = parseTemplate(source, { variables: VARIABLES });
  assert.ok(parsed.kind === 'invalid');
  assert.ok(JSON.stringify(parsed.problems).length < 3_000);
});
