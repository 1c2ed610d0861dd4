import { type TNull, type TSchema, type TUnion, Type } from 'typebox';

/** What the schema says, or null; the key is always present. */
export function nullable<Schema extends TSchema>(schema: Schema): TUnion<[Schema, TNull]> {
  return Type.Union([schema, Type.Null()]);
}
