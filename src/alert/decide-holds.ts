import type { EarlierDelivery } from './earlier-delivery.ts';
import { type Hold, holdThroughMaintenance } from './hold-message.ts';
import type { Route } from './route.ts';

/** A message whose maintenance ends at another time than it did when the message was written. */
export interface ChangedHold {
  readonly id: string;
  /** Null when nothing holds it back any more. */
  readonly hold: Hold | null;
}

/** What a change of the windows means for messages about an active alert that wait for their end. */
export function decideHolds(
  routes: readonly Route[],
  earlier: readonly EarlierDelivery[],
  now: number,
): readonly ChangedHold[] {
  return earlier.flatMap(({ id, channel, state, reason, heldUntil }) => {
    const route = routes.find((each) => each.channel === channel);
    const waits = state === 'pending' && reason === 'Maintenance' && heldUntil !== null && heldUntil > now;
    if (!waits || route === undefined) return [];
    const hold = holdThroughMaintenance(route, null, now);
    return hold?.until === heldUntil ? [] : [{ id, hold }];
  });
}
