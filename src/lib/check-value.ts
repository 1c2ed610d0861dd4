import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';

/** One thing wrong with a value that a user wrote, and what to do about it. */
export interface Problem {
  /** Where, as the user wrote it: `spec.alerting.channelRefs[0].name`. */
  readonly field: string;
  /** A clause that follows the field's name: `must be at least 1`. */
  readonly message: string;
}

export type CheckedValue<T> =
  | { readonly kind: 'valid'; readonly value: T }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

/**
 * A value with the schema's defaults filled in, or every problem with it. Fields that the schema
 * does not know are left out. A schema may word a failed `pattern` by its `patternHint`.
 */
export function checkValue<S extends TSchema>(
  schema: S,
  value: unknown,
  root: string,
): CheckedValue<Static<S>> {
  const filled = Value.Default(schema, structuredClone(value ?? undefined));
  if (Value.Check(schema, filled)) return { kind: 'valid', value: Value.Clean(schema, filled) as Static<S> };
  const problems = Value.Errors(schema, filled).flatMap((error) => toProblems(schema, filled, error, root));
  // A value of the wrong type fails many keywords; the first names the cause.
  const firstPerField = new Map(problems.toReversed().map((problem) => [problem.field, problem]));
  return {
    kind: 'invalid',
    problems: problems.filter((problem) => firstPerField.get(problem.field) === problem),
  };
}

type ValueError = ReturnType<typeof Value.Errors>[number];

function toProblems(schema: TSchema, value: unknown, error: ValueError, root: string): readonly Problem[] {
  const field = fieldOf(error.instancePath, root);
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((name) => ({
      field: `${field}.${name}`,
      message: 'is required',
    }));
  }
  return [{ field, message: wordError(schema, value, error) }];
}

function wordError(schema: TSchema, value: unknown, error: ValueError): string {
  if (error.keyword === 'enum') return `must be one of ${error.params.allowedValues.join(', ')}`;
  if (error.keyword === 'type') return `must be ${withArticle(String(error.params.type))}`;
  return error.keyword === 'pattern' ? wordPattern(schema, value, error) : error.message;
}

function wordPattern(schema: TSchema, value: unknown, error: ValueError): string {
  const failed = Value.Pointer.Get(schema, error.schemaPath.slice(1)) as { patternHint?: string } | undefined;
  const text = JSON.stringify(Value.Pointer.Get(value, error.instancePath));
  return failed?.patternHint === undefined ? error.message : `is ${text}; ${failed.patternHint}`;
}

/** `/alerting/channelRefs/0/name` as `spec.alerting.channelRefs[0].name`. */
function fieldOf(pointer: string, root: string): string {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return root + parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('');
}

function withArticle(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}
