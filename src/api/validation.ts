import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { parseTimestamp } from '../lib/timestamp.ts';
import { RequestError } from './errors.ts';

type Read = (value: unknown) => { readonly value: unknown } | { readonly error: Error };

/**
 * Reads the parts of a request as their schema says: query parameters from their text, everything
 * else as it is. What does not fit becomes a RequestError that names the parameter or field. Unknown
 * parameters are left out. Unknown fields are handed on, for nobody to read, unless the schema has no
 * `additionalProperties`: where a misspelt field does harm.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart === 'querystring') return readerOfQuery(schema);
  if (httpPart === 'body') return readerOfBody(schema);
  if (httpPart === 'params') return readParams;
  throw new Error(`no route validates its ${httpPart}`);
};

/**
 * The part of JSON Schema that query parameters use. TypeBox writes a union of literals as `anyOf`.
 */
interface ParameterSchema {
  readonly type?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly { readonly const: string }[];
}

function readerOfQuery(schema: TSchema): Read {
  const { properties, required = [] } = schema as unknown as {
    properties: Record<string, TSchema>;
    required?: readonly string[];
  };
  const parameters = Object.entries(properties).map(
    ([name, schema]) => [name, readerOfParameter(name, schema, required.includes(name))] as const,
  );
  return (query) => {
    const value: Record<string, unknown> = {};
    for (const [name, read] of parameters) {
      const result = read((query as Record<string, unknown>)[name]);
      if ('error' in result) return result;
      if (result.value !== undefined) value[name] = result.value;
    }
    return { value };
  };
}

function readerOfParameter(name: string, schema: TSchema, required: boolean): Read {
  const parameter = schema as unknown as ParameterSchema;
  const check = Compile(schema);
  return (raw) => {
    if (raw === undefined && parameter.default !== undefined) return { value: parameter.default };
    if (raw === undefined && required) return { error: badParameter(name, 'is required') };
    if (raw === undefined) return { value: undefined };
    if (typeof raw !== 'string') return { error: badParameter(name, 'must be given once') };
    const value = readText(raw, parameter);
    if (value !== undefined && check.Check(value)) return { value };
    return { error: badParameter(name, `must be ${expectation(parameter)}`) };
  };
}

/** The value that the text stands for; undefined when it stands for none of the schema's type. */
function readText(text: string, schema: ParameterSchema): unknown {
  if (schema.type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : undefined;
  if (schema.type === 'boolean') return { true: true, false: false }[text];
  if (schema.format === 'date-time') return readTimestamp(text);
  // No name holds a NUL, and PostgreSQL refuses to look for one.
  return text.includes('\0') ? undefined : text;
}

/** A `+` that nobody encoded arrives as a space; at the offset it can have been nothing else. */
function readTimestamp(text: string): string | undefined {
  const repaired = text.replace(/ (\d\d:\d\d)$/, '+$1');
  return parseTimestamp(repaired) === null ? undefined : repaired.toUpperCase();
}

function expectation(schema: ParameterSchema): string {
  if (schema.anyOf !== undefined) return `one of ${schema.anyOf.map((each) => each.const).join(', ')}`;
  if (schema.type === 'integer') {
    return schema.maximum === Number.MAX_SAFE_INTEGER
      ? `an integer of ${schema.minimum} or more`
      : `an integer from ${schema.minimum} to ${schema.maximum}`;
  }
  if (schema.type === 'boolean') return 'true or false';
  if (schema.format === 'date-time') return 'an RFC 3339 timestamp, such as 2026-01-31T12:00:00Z';
  return 'a name';
}

function badParameter(parameter: string, problem: string): RequestError {
  return new RequestError('bad_request', `The parameter ${parameter} ${problem}.`, { parameter });
}

/** Bodies arrive as text (see `server.ts`), null when nothing was sent, which is an object without fields. */
function readerOfBody(schema: TSchema): Read {
  const check = Compile(schema);
  return (body) => {
    const value = parseJson(body === null || body === '' ? '{}' : (body as string));
    if (value === undefined) return { error: badField('body', 'must be JSON') };
    if (check.Check(value)) return { value };
    return { error: toBadField(schema, check.Errors(value)[0]!) };
  };
}

function toBadField(schema: TSchema, problem: TLocalizedValidationError): RequestError {
  if (problem.keyword === 'required') return badField(problem.params.requiredProperties[0]!, 'is required');
  const field = problem.instancePath.slice(1).replaceAll('/', '.') || 'body';
  // The schema of a property that may not be there is `false`.
  if (problem.keyword === 'boolean') return badField(field, `is unknown; there are ${fieldsOf(schema)}`);
  return badField(field, problem.message);
}

function fieldsOf(body: TSchema): string {
  const { properties } = body as unknown as { readonly properties: Readonly<Record<string, TSchema>> };
  return Object.keys(properties).join(' and ');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function badField(field: string, problem: string): RequestError {
  return new RequestError('bad_request', `The field ${field} ${problem}.`, { field });
}

/** A name with a NUL is a name of nothing, and PostgreSQL refuses to look for it. */
function readParams(params: unknown): ReturnType<Read> {
  const values = Object.values(params as Record<string, string>);
  if (values.some((value) => value.includes('\0'))) {
    return { error: new RequestError('not_found', 'No name holds a NUL character.') };
  }
  return { value: params };
}
