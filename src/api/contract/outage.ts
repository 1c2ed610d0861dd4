import { type Static, Type } from 'typebox';
import { Timestamp } from './timestamp.ts';

/** A time in which Punctual did not watch the cluster. */
export const Outage = Type.Object({
  from: Timestamp,
  to: Timestamp,
  /** Seconds. */
  duration: Type.Number(),
});
export type Outage = Static<typeof Outage>;

/** Newest first. */
export const OutageList = Type.Object({ items: Type.Array(Outage) }, { $id: 'OutageList' });
export type OutageList = Static<typeof OutageList>;

/** Those that lie in the range, in whole or in part; without `from` those of the last 30 days before `to`. */
export const OutageQuery = Type.Object({
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
});
export type OutageQuery = Static<typeof OutageQuery>;
