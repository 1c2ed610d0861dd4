import { storableText } from '../lib/storable-text.ts';
import type { SqlValue } from './sqlite-protocol.ts';

/**
 * The parameter as every database stores it. Text loses what PostgreSQL refuses, NUL and lone surrogates
 * (`storableText`), on every database alike. Throws a TypeError for everything else that a
 * driver would guess at: a Date, an object (which node:sqlite takes for named parameters, shifting the
 * others), a boolean, undefined, NaN (which SQLite stores as null).
 */
export function sqlParameter(value: unknown): SqlValue {
  if (typeof value === 'string') return storableText(value);
  if (value === null || typeof value === 'bigint' || Number.isFinite(value)) return value as SqlValue;
  const kind = typeof value === 'number' ? String(value) : Object.prototype.toString.call(value);
  throw new TypeError(`A parameter of a statement is ${kind}: give text, a finite number or null`);
}
