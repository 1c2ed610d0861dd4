import { type Static, Type } from 'typebox';
import { about } from './about.ts';
import { Timestamp } from './timestamp.ts';

/** A time in which Punctual did not watch the cluster. */
export const Outage = Type.Object({
  from: about('When the last sign of the cluster had come.', Timestamp),
  to: about('When it was watched again.', Timestamp),
  duration: about('Seconds.', Type.Number()),
});
export type Outage = Static<typeof Outage>;

export const OutageList = Type.Object(
  { items: about('The times, newest first.', Type.Array(Outage)) },
  { $id: 'OutageList', description: 'Newest first.' },
);
export type OutageList = Static<typeof OutageList>;

/** Those that lie in the range, in whole or in part; without `from` those of the last 30 days before `to`. */
export const OutageQuery = Type.Object({
  from: about('Those that ended later; 30 days before `to` without it.', Type.Optional(Timestamp)),
  to: about('Those that began earlier; now without it.', Type.Optional(Timestamp)),
});
export type OutageQuery = Static<typeof OutageQuery>;
