import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { StructuralSchema } from '../custom-resource.ts';
import { completeBySchema } from './complete-schema.ts';
import { validateSchema } from './validate-schema.ts';

const REFUSED: readonly {
  readonly name: string;
  readonly schema: StructuralSchema;
  readonly value: unknown;
  /** Empty when the value is taken. */
  readonly want: readonly string[];
}[] = [
  {
    name: 'a text for a number',
    schema: { type: 'integer' },
    value: 'x',
    want: ['Invalid value: "string": a in body must be of type integer: "string"'],
  },
  {
    name: 'a fraction for a whole number',
    schema: { type: 'integer' },
    value: 1.5,
    want: ['Invalid value: "number": a in body must be of type integer: "number"'],
  },
  { name: 'not a whole number for a number', schema: { type: 'number' }, value: 2, want: [] },
  {
    name: 'null where it is not allowed',
    schema: { type: 'string' },
    value: null,
    want: ['Invalid value: "null": a in body must be of type string: "null"'],
  },
  { name: 'not null where it is allowed', schema: { type: 'string', nullable: true }, value: null, want: [] },
  {
    name: 'a value outside the list',
    schema: { type: 'string', enum: ['x', 'y'] },
    value: 'z',
    want: ['Unsupported value: "z": supported values: "x", "y"'],
  },
  {
    name: 'a number below the least',
    schema: { type: 'integer', minimum: 1 },
    value: 0,
    want: ['Invalid value: 0: a in body should be greater than or equal to 1'],
  },
  {
    name: 'a number at an exclusive end',
    schema: { type: 'number', maximum: 1, exclusiveMaximum: true },
    value: 1,
    want: ['Invalid value: 1: a in body should be less than 1'],
  },
  {
    name: 'a text too short',
    schema: { type: 'string', minLength: 2 },
    value: 'é',
    want: ['Invalid value: "é": a in body should be at least 2 chars long'],
  },
  {
    name: 'a text that the pattern does not match',
    schema: { type: 'string', pattern: '^#' },
    value: 'x',
    want: ['Invalid value: "x": a in body should match \'^#\''],
  },
  {
    name: 'a missing field',
    schema: { type: 'object', required: ['b'] },
    value: {},
    want: ['Required value'],
  },
  {
    name: 'a list that is too long',
    schema: { type: 'array', maxItems: 1 },
    value: [1, 2],
    want: ['Invalid value: 2: a in body should have at most 1 items'],
  },
  {
    name: 'a repetition in a set',
    schema: { type: 'array', 'x-kubernetes-list-type': 'set' },
    value: ['x', 'x'],
    want: ['Invalid value: "x": Duplicate value'],
  },
  {
    name: 'a wrong item of a list',
    schema: { type: 'array', items: { type: 'string' } },
    value: ['x', 1],
    want: ['Invalid value: "integer": a[1] in body must be of type string: "integer"'],
  },
  {
    name: 'a wrong value of a map',
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    value: { k: 1 },
    want: ['Invalid value: "integer": a.k in body must be of type string: "integer"'],
  },
  {
    name: 'not a text nor a number for either',
    schema: { 'x-kubernetes-int-or-string': true },
    value: '5%',
    want: [],
  },
  {
    name: 'a truth for either text or number',
    schema: { 'x-kubernetes-int-or-string': true },
    value: true,
    want: ['Invalid value: "boolean": a in body must be of type integer or string: "boolean"'],
  },
  {
    name: 'what fits none of several',
    schema: { anyOf: [{ required: ['x'] }, { required: ['y'] }], type: 'object' },
    value: {},
    want: ['Invalid value: {}: a in body must validate at least one schema (anyOf)'],
  },
];

describe('a schema refuses', () => {
  for (const { name, schema, value, want } of REFUSED) {
    test(name, () => {
      const errors = validateSchema({ type: 'object', properties: { a: schema } }, { a: value });
      assert.deepEqual(
        errors.map(({ message }) => message),
        want,
      );
    });
  }

  test('with the path of the field', () => {
    const item: StructuralSchema = { type: 'object', required: ['name'] };
    const schema: StructuralSchema = { type: 'object', properties: { list: { type: 'array', items: item } } };
    assert.deepEqual(
      validateSchema(schema, { list: [{ name: 'x' }, {}] }).map(({ field }) => field),
      ['list[1].name'],
    );
  });
});

describe('a schema completes', () => {
  const schema: StructuralSchema = {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        default: {},
        properties: {
          size: { type: 'integer', default: 3 },
          nested: { type: 'object', properties: { on: { type: 'boolean', default: true } } },
          free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          map: {
            type: 'object',
            additionalProperties: { type: 'object', properties: { x: { type: 'integer', default: 1 } } },
          },
          list: {
            type: 'array',
            items: { type: 'object', properties: { y: { type: 'integer', default: 2 } } },
          },
          maybe: { type: 'string', nullable: true, default: 'd' },
        },
      },
    },
  };

  const CASES: readonly { readonly name: string; readonly given: object; readonly want: object }[] = [
    {
      name: 'an absent object by its default, and that by those of its fields',
      given: {},
      want: { spec: { size: 3, maybe: 'd' } },
    },
    {
      name: 'nothing inside an object that is absent and has no default',
      given: { spec: { size: 1 } },
      want: { spec: { size: 1, maybe: 'd' } },
    },
    {
      name: 'an object that is there',
      given: { spec: { nested: {} } },
      want: { spec: { nested: { on: true }, size: 3, maybe: 'd' } },
    },
    {
      name: 'by leaving out unknown fields',
      given: { spec: { other: 1 }, more: 2 },
      want: { spec: { size: 3, maybe: 'd' } },
    },
    {
      name: 'nothing where unknown fields are kept',
      given: { spec: { free: { a: { b: 1 } } } },
      want: { spec: { free: { a: { b: 1 } }, size: 3, maybe: 'd' } },
    },
    {
      name: 'the values of maps and the items of lists',
      given: { spec: { map: { k: { z: 9 } }, list: [{}] } },
      want: { spec: { map: { k: { x: 1 } }, list: [{ y: 2 }], size: 3, maybe: 'd' } },
    },
    {
      name: 'a null where null is not allowed',
      given: { spec: { size: null } },
      want: { spec: { size: 3, maybe: 'd' } },
    },
    {
      name: 'no null where null is allowed',
      given: { spec: { maybe: null } },
      want: { spec: { maybe: null, size: 3 } },
    },
    {
      name: 'nothing of the object itself',
      given: { kind: 'X', apiVersion: 'v', metadata: { name: 'n' }, spec: {} },
      want: { kind: 'X', apiVersion: 'v', metadata: { name: 'n' }, spec: { size: 3, maybe: 'd' } },
    },
  ];
  for (const { name, given, want } of CASES) {
    test(name, () => assert.deepEqual(completeBySchema(schema, given), want));
  }
});
