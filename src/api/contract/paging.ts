import { type Static, type TSchema, Type } from 'typebox';
import { about } from './about.ts';

/** How many items an answer holds at most. */
export const Limit = Type.Integer({ minimum: 1, maximum: 1000 });
export type Limit = Static<typeof Limit>;

/** How many items are left out before the first. */
export const offset = about(
  'How many items are left out before the first.',
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
);

/** The parameters that choose a page; without `limit` it has so many items. */
export function pageParameters(limit: number) {
  return {
    limit: about('How many items the answer holds at most.', Type.Integer({ ...Limit, default: limit })),
    offset,
  };
}

/** A page of a list: some items, and how many there are. `order` says which items, and in which order. */
export function pageOf<Item extends TSchema>(
  item: Item,
  order: string,
  options: { readonly $id: string; readonly description: string },
) {
  return Type.Object(
    {
      items: about(order, Type.Array(item)),
      total: about('How many there are on all pages.', Type.Integer()),
    },
    options,
  );
}
