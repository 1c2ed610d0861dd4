import { type Static, Type } from 'typebox';
import { nullable } from './nullable.ts';

/** Text, or null when there is none; the key is always present. */
export const NullableText = nullable(Type.String());
export type NullableText = Static<typeof NullableText>;

/** The value of a filter or a path segment: never empty. */
export const NonEmptyText = Type.String({ minLength: 1 });
export type NonEmptyText = Static<typeof NonEmptyText>;

/** A monitor as filters name it: by its name in any namespace, or as `namespace/name`. */
export const MonitorText = Type.String({ pattern: '^[^/]+(/[^/]+)?$' });
