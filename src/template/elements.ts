import { ArgumentFault } from './fault.ts';
import { isList, isMap, typeName, type Value } from './value.ts';

// Go counts a text in bytes of UTF-8, and so do these.

/** Bytes of a text, elements of a list or a map. */
export function length(value: Value): bigint {
  if (typeof value === 'string') return BigInt(Buffer.byteLength(value));
  if (isList(value)) return BigInt(value.length);
  if (isMap(value)) return BigInt(Object.keys(value).length);
  throw new ArgumentFault(`there is no length of type ${typeName(value)}`);
}

/** The element at an index, and that element's, and so on; nil where a map has no such key. */
export function index(item: Value, ...indexes: readonly Value[]): Value {
  if (item === null) throw new ArgumentFault('index of nil');
  return indexes.reduce(elementAt, item);
}

function elementAt(item: Value, key: Value): Value {
  if (isMap(item)) {
    if (typeof key !== 'string')
      throw new ArgumentFault(`the index of a map is no string but ${typeName(key)}`);
    return Object.hasOwn(item, key) ? item[key]! : null;
  }
  if (typeof item === 'string') {
    const bytes = Buffer.from(item);
    return BigInt(bytes[offset(key, bytes.length - 1)]!);
  }
  if (isList(item)) return item[offset(key, item.length - 1)]!;
  throw new ArgumentFault(`cannot index type ${typeName(item)}`);
}

/** A part of a text or a list. A character that the borders cut becomes U+FFFD. */
export function slice(item: Value, ...borders: readonly Value[]): Value {
  const isText = typeof item === 'string';
  if (!isText && !isList(item)) throw new ArgumentFault(`cannot slice type ${typeName(item)}`);
  if (borders.length === 3 && isText) throw new ArgumentFault('cannot slice a string with 3 indexes');
  const whole = isText ? Buffer.from(item) : item;
  const [start = 0, end = whole.length, capacity = end] = borders.map((border) =>
    offset(border, whole.length),
  );
  if (start > end || end > capacity) throw new ArgumentFault(`invalid slice index: ${start} > ${end}`);
  return isText ? Buffer.from(item).toString('utf8', start, end) : item.slice(start, end);
}

function offset(value: Value, most: number): number {
  if (typeof value !== 'bigint') throw new ArgumentFault(`an index is no int but ${typeName(value)}`);
  if (value < 0n || value > most) throw new ArgumentFault(`index out of range: ${value}`);
  return Number(value);
}
