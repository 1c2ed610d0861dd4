import { equalJson } from '../../lib/equal-json.ts';
import type { StructuralSchema } from '../custom-resource.ts';
import { isObject } from '../patch/merge-patch.ts';
import type { FieldError } from '../status-errors.ts';
import { Checks } from './checks.ts';

/**
 * What is wrong with a value by the schema of its CustomResourceDefinition. Rules in CEL
 * (`x-kubernetes-validations`) are not evaluated.
 */
export function validateSchema(schema: StructuralSchema, value: unknown): readonly FieldError[] {
  const checks = new Checks();
  check(checks, '', schema, value);
  return checks.errors;
}

function check(checks: Checks, path: string, schema: StructuralSchema, value: unknown): void {
  if (value === null && schema['nullable'] === true) return;
  const expected = expectedType(schema);
  if (expected !== null && !isOfType(value, expected)) return wrongType(checks, path, value, expected);
  const allowed = schema['enum'];
  if (Array.isArray(allowed) && !allowed.some((each) => equalJson(each, value))) {
    checks.oneOf(path, value, allowed as readonly string[]);
  }
  if (typeof value === 'string') checkText(checks, path, schema, value);
  if (typeof value === 'number') checkNumber(checks, path, schema, value);
  if (Array.isArray(value)) checkList(checks, path, schema, value);
  if (isObject(value)) checkObject(checks, path, schema, value);
  checkCombinations(checks, path, schema, value);
}

function expectedType(schema: StructuralSchema): string | null {
  if (schema['x-kubernetes-int-or-string'] === true) return 'integer or string';
  return schema.type ?? null;
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'integer or string':
      return Number.isInteger(value) || typeof value === 'string';
    default:
      return typeof value === type;
  }
}

function wrongType(checks: Checks, path: string, value: unknown, expected: string): void {
  const message = `Invalid value: ${JSON.stringify(nameOfType(value))}: ${path} in body must be of type ${expected}: ${JSON.stringify(nameOfType(value))}`;
  checks.add([{ reason: 'FieldValueTypeInvalid', field: path, message }]);
}

function nameOfType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function checkText(checks: Checks, path: string, schema: StructuralSchema, value: string): void {
  const { minLength, maxLength, pattern } = schema as {
    minLength?: number;
    maxLength?: number;
    pattern?: string;
  };
  const length = Array.from(value).length;
  if (minLength !== undefined && length < minLength) {
    checks.invalid(path, value, `${path} in body should be at least ${minLength} chars long`);
  }
  if (maxLength !== undefined && length > maxLength) {
    checks.invalid(path, value, `${path} in body should be at most ${maxLength} chars long`);
  }
  if (pattern !== undefined && compile(pattern)?.test(value) === false) {
    checks.invalid(path, value, `${path} in body should match '${pattern}'`);
  }
  if (schema['format'] === 'date-time' && Number.isNaN(Date.parse(value))) {
    checks.invalid(path, value, `${path} in body must be of type date-time: ${JSON.stringify(value)}`);
  }
}

/** Null for a pattern in Go's syntax that JavaScript does not take: it is not applied. */
function compile(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern);
  } catch {
    return null;
  }
}

function checkNumber(checks: Checks, path: string, schema: StructuralSchema, value: number): void {
  const { minimum, maximum, multipleOf } = schema as {
    minimum?: number;
    maximum?: number;
    multipleOf?: number;
  };
  const isTooSmall =
    minimum !== undefined && (schema['exclusiveMinimum'] === true ? value <= minimum : value < minimum);
  const isTooLarge =
    maximum !== undefined && (schema['exclusiveMaximum'] === true ? value >= maximum : value > maximum);
  if (isTooSmall) {
    const relation = schema['exclusiveMinimum'] === true ? 'greater than' : 'greater than or equal to';
    checks.invalid(path, value, `${path} in body should be ${relation} ${minimum}`);
  }
  if (isTooLarge) {
    const relation = schema['exclusiveMaximum'] === true ? 'less than' : 'less than or equal to';
    checks.invalid(path, value, `${path} in body should be ${relation} ${maximum}`);
  }
  if (multipleOf !== undefined && value % multipleOf !== 0) {
    checks.invalid(path, value, `${path} in body should be a multiple of ${multipleOf}`);
  }
}

function checkList(checks: Checks, path: string, schema: StructuralSchema, value: readonly unknown[]): void {
  const { minItems, maxItems } = schema as { minItems?: number; maxItems?: number };
  if (minItems !== undefined && value.length < minItems) {
    checks.invalid(path, value.length, `${path} in body should have at least ${minItems} items`);
  }
  if (maxItems !== undefined && value.length > maxItems) {
    checks.invalid(path, value.length, `${path} in body should have at most ${maxItems} items`);
  }
  const isSet = schema['x-kubernetes-list-type'] === 'set' || schema['uniqueItems'] === true;
  const repeated = isSet
    ? value.find((item, index) => value.slice(0, index).some((earlier) => equalJson(earlier, item)))
    : undefined;
  if (repeated !== undefined) checks.invalid(path, repeated, 'Duplicate value');
  const items = schema['items'];
  if (!isObject(items)) return;
  for (const [index, item] of value.entries()) check(checks, `${path}[${index}]`, items, item);
}

function checkObject(
  checks: Checks,
  path: string,
  schema: StructuralSchema,
  value: Readonly<Record<string, unknown>>,
): void {
  const {
    required = [],
    minProperties,
    maxProperties,
  } = schema as {
    required?: readonly string[];
    minProperties?: number;
    maxProperties?: number;
  };
  for (const key of required) if (value[key] === undefined) checks.required(join(path, key));
  const size = Object.keys(value).length;
  if (minProperties !== undefined && size < minProperties) {
    checks.invalid(path, size, `${path} in body should have at least ${minProperties} properties`);
  }
  if (maxProperties !== undefined && size > maxProperties) {
    checks.invalid(path, size, `${path} in body should have at most ${maxProperties} properties`);
  }
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, StructuralSchema>>;
  const additional = schema['additionalProperties'];
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined || (path === '' && key === 'metadata')) continue;
    if (Object.hasOwn(properties, key)) check(checks, join(path, key), properties[key]!, field);
    else if (isObject(additional)) check(checks, join(path, key), additional, field);
  }
}

/** `allOf`, `anyOf`, `oneOf` and `not` may add conditions to a structural schema. */
function checkCombinations(checks: Checks, path: string, schema: StructuralSchema, value: unknown): void {
  const {
    allOf = [],
    anyOf,
    oneOf,
    not,
  } = schema as {
    allOf?: readonly StructuralSchema[];
    anyOf?: readonly StructuralSchema[];
    oneOf?: readonly StructuralSchema[];
    not?: StructuralSchema;
  };
  for (const each of allOf) check(checks, path, each, value);
  const matches = (each: StructuralSchema) => validateSchema(each, value).length === 0;
  if (anyOf !== undefined && !anyOf.some(matches)) {
    checks.invalid(path, value, `${path} in body must validate at least one schema (anyOf)`);
  }
  if (oneOf !== undefined && oneOf.filter(matches).length !== 1) {
    checks.invalid(path, value, `${path} in body must validate one and only one schema (oneOf)`);
  }
  if (not !== undefined && matches(not)) {
    checks.invalid(path, value, `${path} in body must not validate the schema (not)`);
  }
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
