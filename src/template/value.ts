/**
 * What a template computes with. Go's types in JavaScript's: an int is a bigint and a float64 a number,
 * so that the two never mix unseen; nil is null.
 */
export type Value = null | boolean | bigint | number | string | readonly Value[] | ValueMap;

export interface ValueMap {
  readonly [name: string]: Value;
}

export function isMap(value: Value): value is ValueMap {
  return typeof value === 'object' && value !== null && !isList(value);
}

/** `Array.isArray`, which does not narrow a readonly array by itself. */
export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** Keys in the order in which Go walks and prints a map. */
export function sortedKeys(map: ValueMap): readonly string[] {
  return Object.keys(map).sort(compareText);
}

/** By code point, which is the order of the bytes of UTF-8. */
export function compareText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Go's truth: everything but nil, false, zero and what is empty. */
export function isTrue(value: Value): boolean {
  if (typeof value !== 'object') return Boolean(value) || Number.isNaN(value);
  if (value === null) return false;
  return isList(value) ? value.length > 0 : Object.keys(value).length > 0;
}

/** Go's name of the value's type, as `%T` prints it. */
export function typeName(value: Value): string {
  if (value === null) return '<nil>';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'float64';
  return isList(value) ? '[]interface {}' : 'map[string]interface {}';
}
