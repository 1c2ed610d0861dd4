import type { DecidedDeliveries } from './decide-deliveries.ts';
import type { Delivery, HoldReason, UntoldReason } from './delivery.ts';

/** What was decided before about the same CronJob, type and reason. */
export interface EarlierDelivery extends Pick<
  Delivery,
  'id' | 'alertId' | 'channel' | 'event' | 'createdAt' | 'heldUntil' | 'commonCause'
> {
  readonly state: Delivery['state'] | 'untold';
  readonly reason: HoldReason | UntoldReason | null;
  /** Whether it is told in a message about several alerts. */
  readonly joined: boolean;
}

/** What is earlier than the next decision of the same instant. */
export function withDecided(
  earlier: readonly EarlierDelivery[],
  { deliveries, withdrawn, untold }: DecidedDeliveries,
): readonly EarlierDelivery[] {
  const gone = new Set(withdrawn.map(({ id }) => id));
  const written = deliveries.map((delivery) => ({
    ...delivery,
    reason: delivery.why?.reason ?? null,
    joined: false,
  }));
  const unwritten = untold.map(({ id, alertId, channel, event, at, why }) => ({
    id,
    alertId,
    channel: channel ?? '',
    event,
    createdAt: at,
    state: 'untold' as const,
    reason: why.reason,
    heldUntil: null,
    commonCause: null,
    joined: false,
  }));
  return [...earlier, ...written, ...unwritten].map((row) =>
    gone.has(row.id) ? { ...row, state: 'withdrawn' as const } : row,
  );
}
