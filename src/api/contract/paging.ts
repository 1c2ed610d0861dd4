import { type Static, Type } from 'typebox';

/** How many items an answer holds at most. */
export const Limit = Type.Integer({ minimum: 1, maximum: 1000 });
export type Limit = Static<typeof Limit>;

/** How many items are left out before the first. */
export const Offset = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
export type Offset = Static<typeof Offset>;
