import type { Alert } from './alert.ts';
import type { EarlierDelivery } from './earlier-delivery.ts';
import {
  type Hold,
  holdForDelay,
  holdThroughFlapping,
  holdThroughMaintenance,
  holdUntilApart,
} from './hold-message.ts';
import type { Route } from './route.ts';

/** A message that a rule holds back, with what is known of its alert. */
export interface HeldDelivery extends Pick<
  EarlierDelivery,
  'id' | 'channel' | 'event' | 'createdAt' | 'heldUntil' | 'reason'
> {
  readonly alert: Pick<Alert, 'severity' | 'openedAt' | 'resolvedAt'>;
}

/** A message that is let go at another time than was said when it was written. */
export interface ChangedHold {
  readonly id: string;
  /** Null when nothing holds it back any more. */
  readonly hold: Hold | null;
}

/**
 * What an edit of a monitor means for a message that waits: `route` is how its channel is told now, undefined
 * where no monitor names it any more. Null when it waits as before.
 */
export function decideHold(held: HeldDelivery, route: Route | undefined, now: number): ChangedHold | null {
  const { id, event, heldUntil, reason } = held;
  if (reason === 'NotMonitored' || reason === 'CommonCause') return null;
  // An alarm is withdrawn; an end is told, since the channel was told of the alarm.
  if (route === undefined) return event === 'resolved' ? { id, hold: null } : null;
  const own = ownHold(held, route);
  const hold = holdThroughMaintenance(route, own !== null && own.until > now ? own : null, now);
  return (hold?.until ?? null) === heldUntil ? null : { id, hold };
}

/** What holds it back apart from maintenance, by the settings of now. */
function ownHold({ event, reason, createdAt, heldUntil, alert }: HeldDelivery, route: Route): Hold | null {
  if (reason === 'Duplicate') {
    // From the alarm before, which is older: a longer time holds back what comes after this one.
    return holdUntilApart(Math.min(heldUntil ?? Infinity, createdAt + route.suppressDuplicatesForMs));
  }
  if (event === 'firing') return holdForDelay(alert.openedAt, route.alertDelayMs);
  if (reason !== 'Flapping') return null;
  return holdThroughFlapping(alert.resolvedAt ?? createdAt, route.suppressDuplicatesForMs);
}
