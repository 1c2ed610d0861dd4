import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixPatternText, readFixPattern } from './fix-pattern.ts';
import type { FixPatternSource } from './monitor-schema.ts';
import { aFailure } from './testing.ts';

function read(given: Partial<FixPatternSource>): {
  readonly pattern: ReturnType<typeof readFixPattern>;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const source = { name: 'own', match: { exitCode: 3 }, suggestion: 'do this', priority: 0, ...given };
  const pattern = readFixPattern(source, (field, message) => problems.push(`${field} ${message}`));
  return { pattern, problems };
}

const INVALID: readonly {
  readonly name: string;
  readonly given: Partial<FixPatternSource>;
  readonly problems: readonly string[];
}[] = [
  {
    name: 'no condition at all',
    given: { match: {} },
    problems: ['match must hold at least one condition, such as exitCode or logPattern'],
  },
  {
    name: 'a range that ends before it begins',
    given: { match: { exitCodeRange: { min: 9, max: 3 } } },
    problems: ['match.exitCodeRange must not have min above max'],
  },
  {
    name: 'every expression that is none, each by its name',
    given: { match: { reasonPattern: '(', logPattern: 'a(?!b)', eventPattern: '*' } },
    problems: [
      'match.reasonPattern is no regular expression: missing closing ): `(`',
      'match.logPattern is no regular expression: invalid or unsupported Perl syntax: `(?!`',
      'match.eventPattern is no regular expression: missing argument to repetition operator: `*`',
    ],
  },
  {
    name: 'a name that a suggestion cannot have',
    given: { suggestion: 'look at {{ .Pod }}' },
    problems: ['suggestion line 1, column 12: unknown field .Pod'],
  },
];
for (const { name, given, problems } of INVALID) {
  test(`${name} is told, and makes no pattern`, () => {
    assert.deepEqual(read(given), { pattern: null, problems });
  });
}

test('a suggestion is given with the names of the failure in it', () => {
  const suggestion = 'kubectl -n {{ .Namespace }} logs {{ .PodName }} -c {{ .Container }} # {{ .ExitCode }}';
  const { pattern } = read({ suggestion });
  assert.ok(pattern);
  assert.equal(
    fixPatternText(pattern, aFailure()),
    'kubectl -n payments logs nightly-backup-29540220-abcde -c backup # 3',
  );
});

test('a suggestion that cannot be filled in is given as it was written', () => {
  const suggestion = '{{ index .JobName 99 }}';
  const { pattern } = read({ suggestion });
  assert.ok(pattern);
  assert.equal(fixPatternText(pattern, aFailure()), suggestion);
});
