import { ArgumentFault } from './fault.ts';
import { isList, sortedKeys, type Value } from './value.ts';

/**
 * JSON as Go's encoder writes it without HTML escaping: keys in order, U+2028 and U+2029 escaped. The
 * result always parses; what JSON cannot say is a fault.
 */
export function toJson(value: Value): string {
  if (typeof value === 'string') return quoteJson(value);
  if (typeof value === 'number') return numberJson(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (isList(value)) return `[${value.map(toJson).join(',')}]`;
  return `{${sortedKeys(value)
    .map((key) => `${quoteJson(key)}:${toJson(value[key]!)}`)
    .join(',')}}`;
}

function quoteJson(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function numberJson(number: number): string {
  if (!Number.isFinite(number)) throw new ArgumentFault(`JSON has no ${number}`);
  return Object.is(number, -0) ? '-0' : String(number);
}
