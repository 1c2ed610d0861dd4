import { general } from './format-float.ts';
import { isList, sortedKeys, type Value } from './value.ts';

/** `%v`: lists in brackets, maps as `map[key:value]` in the order of their keys, nil as `<nil>`. */
export function formatValue(value: Value): string {
  if (value === null) return '<nil>';
  if (typeof value === 'number') return formatNumber(value);
  return typeof value === 'object' ? formatElements(value, formatValue) : String(value);
}

/** A list or a map around what `format` makes of keys and values; nil is `<nil>` in any format. */
export function formatElements(value: Value & object, format: (element: Value) => string): string {
  const one = (element: Value) => (element === null ? '<nil>' : format(element));
  if (isList(value)) return `[${value.map(one).join(' ')}]`;
  const entries = sortedKeys(value).map((key) => `${one(key)}:${one(value[key]!)}`);
  return `map[${entries.join(' ')}]`;
}

function formatNumber(number: number): string {
  if (Number.isNaN(number)) return 'NaN';
  if (!Number.isFinite(number)) return number > 0 ? '+Inf' : '-Inf';
  const sign = number < 0 || Object.is(number, -0) ? '-' : '';
  return sign + general(Math.abs(number), null);
}

/** Go's `print`: a space between two values of which neither is a text. */
export function print(values: readonly Value[]): string {
  return values
    .map((value, place) => {
      const before = values[place - 1];
      const isApart = place > 0 && typeof value !== 'string' && typeof before !== 'string';
      return (isApart ? ' ' : '') + formatValue(value);
    })
    .join('');
}

/** Go's `println`: a space between all, and a line feed. */
export function println(values: readonly Value[]): string {
  return `${values.map(formatValue).join(' ')}\n`;
}

/** What an action prints, and `html` and its like read: nil is told apart from a text. */
export function printPlainly(values: readonly Value[]): string {
  return print(values.map((value) => value ?? '<no value>'));
}
