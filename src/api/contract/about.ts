import type { TSchema } from 'typebox';

/**
 * The schema with what it means where it stands, as the API's document tells it: the unit of a number, and what null
 * means. It says nothing of schemas with an `$id`, which have a description of their own.
 */
export function about<Schema extends TSchema>(description: string, schema: Schema): Schema {
  // Whether a field may be left out is kept in a property that does not show: a spread would lose it.
  const copy: Schema = Object.create(null, Object.getOwnPropertyDescriptors(schema));
  return Object.assign(copy, { description });
}
