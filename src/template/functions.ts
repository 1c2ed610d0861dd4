import { isEqual, isLess } from './compare.ts';
import { index, length, slice } from './elements.ts';
import { escapeHtml, escapeJs, escapeQuery } from './escape.ts';
import { ArgumentFault } from './fault.ts';
import { print, printPlainly, println } from './format-value.ts';
import { toLower, toUpper } from './letter-case.ts';
import { printf } from './printf.ts';
import { toJson } from './to-json.ts';
import { isTrue, typeName, type Value } from './value.ts';

/** A function of templates; it gets at least `least` arguments and at most `most`. */
export interface TemplateFunction {
  readonly least: number;
  readonly most: number;
  readonly call: (...args: readonly Value[]) => Value;
}

/**
 * Go's own functions, and toJson, upper, lower and default. `and` and `or` are here for their names
 * and are never called: what renders stops at the first argument that decides.
 */
export const FUNCTIONS = {
  and: { least: 1, most: Infinity, call: (first = null) => first },
  or: { least: 1, most: Infinity, call: (first = null) => first },
  not: { least: 1, most: 1, call: (value = null) => !isTrue(value) },
  eq: { least: 2, most: Infinity, call: (a = null, ...others) => others.some((b) => isEqual(a, b)) },
  ne: { least: 2, most: 2, call: (a = null, b = null) => !isEqual(a, b) },
  lt: { least: 2, most: 2, call: (a = null, b = null) => isLess(a, b) },
  le: { least: 2, most: 2, call: (a = null, b = null) => isLess(a, b) || isEqual(a, b) },
  gt: { least: 2, most: 2, call: (a = null, b = null) => !isLess(a, b) && !isEqual(a, b) },
  ge: { least: 2, most: 2, call: (a = null, b = null) => !isLess(a, b) },
  len: { least: 1, most: 1, call: (value = null) => length(value) },
  index: { least: 1, most: Infinity, call: (item = null, ...indexes) => index(item, ...indexes) },
  slice: { least: 1, most: 4, call: (item = null, ...borders) => slice(item, ...borders) },
  print: { least: 0, most: Infinity, call: (...values) => print(values) },
  println: { least: 0, most: Infinity, call: (...values) => println(values) },
  printf: {
    least: 1,
    most: Infinity,
    call: (format = null, ...values) => printf(asText('printf', format), values),
  },
  html: { least: 0, most: Infinity, call: (...values) => escapeHtml(printPlainly(values)) },
  js: { least: 0, most: Infinity, call: (...values) => escapeJs(printPlainly(values)) },
  urlquery: { least: 0, most: Infinity, call: (...values) => escapeQuery(printPlainly(values)) },
  toJson: { least: 1, most: 1, call: (value = null) => toJson(value) },
  upper: { least: 1, most: 1, call: (value = null) => toUpper(asText('upper', value)) },
  lower: { least: 1, most: 1, call: (value = null) => toLower(asText('lower', value)) },
  default: {
    least: 2,
    most: 2,
    call: (fallback = null, value = null) => (isTrue(value) ? value : fallback),
  },
} as const satisfies Record<string, TemplateFunction>;

export type FunctionName = keyof typeof FUNCTIONS;

export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(FUNCTIONS, name);
}

function asText(name: string, value: Value): string {
  if (typeof value !== 'string') throw new ArgumentFault(`${name} takes a string, not ${typeName(value)}`);
  return value;
}
