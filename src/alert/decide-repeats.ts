import type { CronJob } from '../execution/cron-job.ts';
import { fingerprint } from '../lib/fingerprint.ts';
import type { Alert } from './alert.ts';
import type { Delivery } from './delivery.ts';
import type { EarlierDelivery } from './earlier-delivery.ts';
import { holdThroughMaintenance } from './hold-message.ts';
import { messageContext } from './message-context.ts';
import type { Route } from './route.ts';

export interface RepeatFacts {
  /** Active. */
  readonly alert: Alert;
  readonly routes: readonly Route[];
  /** What was decided about it, in the order of writing. */
  readonly earlier: readonly EarlierDelivery[];
  readonly cronJob: Pick<CronJob, 'schedule'>;
  readonly now: number;
}

export interface DecidedRepeats {
  readonly deliveries: readonly Delivery[];
  /** When the next one is due; null when none will be. */
  readonly nextAt: number | null;
}

/**
 * Who is told again of an alert that goes on: each channel that was told, repeatInterval after the last time,
 * until somebody acknowledges it. A channel that was told that it would hear no more of the alert, and that a
 * monitor names again, is told at once. Deciding again adds nothing.
 */
export function decideRepeats(facts: RepeatFacts): DecidedRepeats {
  const { alert, routes, now } = facts;
  if (alert.acknowledgedAt !== null || alert.resolvedAt !== null) return { deliveries: [], nextAt: null };
  const deliveries: Delivery[] = [];
  let nextAt: number | null = null;
  for (const route of routes) {
    const last = lastTold(facts, route.channel);
    if (last?.event === 'resolved') deliveries.push(toRepeat(facts, route, last));
    if (route.repeatIntervalMs === null || last?.event !== 'firing') continue;
    const toldAt = Math.max(last.createdAt, last.heldUntil ?? 0);
    const isDue = last.state === 'sent' && toldAt + route.repeatIntervalMs <= now;
    if (isDue) deliveries.push(toRepeat(facts, route, last));
    const dueAt = (isDue ? now : toldAt) + route.repeatIntervalMs;
    nextAt = Math.min(nextAt ?? Infinity, dueAt > now ? dueAt : now + route.repeatIntervalMs);
  }
  return { deliveries, nextAt };
}

/** The last time that it, or its end, was told; null where it was not, and so is not told again. */
function lastTold({ earlier, alert }: RepeatFacts, channel: string): EarlierDelivery | null {
  return (
    earlier.findLast(
      (row) =>
        row.channel === channel &&
        row.alertId === alert.id &&
        (row.state === 'sent' || row.state === 'pending'),
    ) ?? null
  );
}

function toRepeat(
  { alert, cronJob, now }: RepeatFacts,
  route: Route,
  last: Pick<EarlierDelivery, 'id'>,
): Delivery {
  const hold = holdThroughMaintenance(route, null, now);
  const again = { ...alert, title: `Still active: ${alert.title}` };
  return {
    id: fingerprint('repeat', last.id),
    alertId: alert.id,
    channel: route.channel,
    event: 'firing',
    context: messageContext({
      alert: again,
      event: 'firing',
      cronJob,
      run: null,
      evidence: { logs: [], events: [] },
      include: route.includeContext,
      now,
    }),
    createdAt: now,
    state: 'pending',
    nextAttemptAt: hold?.until ?? now,
    attempts: 0,
    sentAt: null,
    lastError: null,
    heldUntil: hold?.until ?? null,
    why: hold?.why ?? null,
    commonCause: null,
  };
}
