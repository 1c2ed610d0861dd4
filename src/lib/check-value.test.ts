import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { checkValue } from './check-value.ts';

const Schema = Type.Object({
  name: Type.String({ minLength: 1 }),
  size: Type.Integer({ minimum: 1, default: 3 }),
  tags: Type.Optional(
    Type.Array(Type.Object({ 'a/b': Type.String({ pattern: '^x', patternHint: 'begin with x' }) })),
  ),
});

test('defaults are filled in, unknown fields left out, and the given value stays as it was', () => {
  const given = { name: 'n', colour: 'red' };
  assert.deepEqual(checkValue(Schema, given, 'spec'), { kind: 'valid', value: { name: 'n', size: 3 } });
  assert.deepEqual(given, { name: 'n', colour: 'red' });
});

const CASES: readonly {
  readonly name: string;
  readonly value: unknown;
  readonly problems: readonly string[];
}[] = [
  { name: 'what is missing is named', value: {}, problems: ['spec.name is required'] },
  {
    name: 'a wrong type is named',
    value: { name: 1, size: 'x' },
    problems: ['spec.name must be a string', 'spec.size must be an integer'],
  },
  {
    name: 'a failed pattern tells the text and the hint, by the path that the user knows',
    value: { name: 'n', tags: [{ 'a/b': 'x1' }, { 'a/b': 'y' }] },
    problems: ['spec.tags[1].a/b is "y"; begin with x'],
  },
  { name: 'no value at all', value: undefined, problems: ['spec must be an object'] },
];
for (const { name, value, problems } of CASES) {
  test(name, () => {
    const checked = checkValue(Schema, value, 'spec');
    assert.equal(checked.kind, 'invalid');
    if (checked.kind !== 'invalid') return;
    assert.deepEqual(
      checked.problems.map(({ field, message }) => `${field} ${message}`),
      problems,
    );
  });
}
