import { ArgumentFault } from './fault.ts';
import { compareText, typeName, type Value } from './value.ts';

/** Go's `eq`: nil equals nil alone; other values of different types cannot be compared. */
export function isEqual(a: Value, b: Value): boolean {
  if (a === null || b === null) return a === b;
  if (typeof a !== typeof b) throw incompatible(a, b);
  if (typeof a === 'object') throw new ArgumentFault(`cannot compare values of type ${typeName(a)}`);
  return a === b;
}

/** Go's `lt`, for numbers of one type and for texts, which are ordered by code point. */
export function isLess(a: Value, b: Value): boolean {
  for (const value of [a, b]) {
    if (value === null || typeof value === 'boolean' || typeof value === 'object') {
      throw new ArgumentFault(`cannot order values of type ${typeName(value)}`);
    }
  }
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b) < 0;
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b;
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  throw incompatible(a, b);
}

function incompatible(a: Value, b: Value): ArgumentFault {
  return new ArgumentFault(`cannot compare ${typeName(a)} with ${typeName(b)}`);
}
