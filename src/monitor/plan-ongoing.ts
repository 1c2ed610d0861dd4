import type { Alert } from '../alert/alert.ts';
import { type ChangedHold, decideHolds } from '../alert/decide-holds.ts';
import { decideRepeats } from '../alert/decide-repeats.ts';
import type { Delivery } from '../alert/delivery.ts';
import { type EarlierDelivery, withDecided } from '../alert/earlier-delivery.ts';
import { routeAlert } from '../alert/route.ts';
import type { CronJob } from '../execution/cron-job.ts';
import type { AlertChanges } from './decide-messages.ts';
import { loadEarlierOf } from './load-alert-facts.ts';
import type { SelectingMonitor } from './membership.ts';
import type { FactsStore } from './sync-store.ts';

/** Messages about alerts that go on. */
export interface OngoingPlan {
  readonly deliveries: readonly Delivery[];
  readonly holds: readonly ChangedHold[];
  /** When one is due next; null when none will be. */
  readonly recheckAt: number | null;
}

/**
 * What becomes of messages about the CronJob's alerts that are active after `changes`: who is told again, and
 * which messages wait for a maintenance window that somebody has changed.
 */
export async function planOngoing(
  store: Pick<FactsStore, 'deliveries'>,
  {
    id,
    cronJob,
    openAlerts,
    changes,
    monitors,
    now,
  }: {
    /** Of the CronJob's row; null when it has none, and then nothing was told yet. */
    readonly id: number | null;
    readonly cronJob: Pick<CronJob, 'schedule'>;
    /** Before `changes`. */
    readonly openAlerts: readonly Alert[];
    readonly changes: AlertChanges;
    readonly monitors: readonly SelectingMonitor[];
    readonly now: number;
  },
): Promise<OngoingPlan> {
  const alerts = activeAfter(openAlerts, changes);
  const plans = await Promise.all(
    alerts.map(async (alert) => {
      const { routes } = routeAlert(
        monitors.map(({ namespace, name, spec }) => ({ ...spec, namespace, name })),
        alert.severity,
      );
      const written: readonly EarlierDelivery[] =
        id === null ? [] : await loadEarlierOf(store, id, alert.reason, now);
      return {
        ...decideRepeats({ alert, routes, earlier: withDecided(written, changes), cronJob, now }),
        holds: decideHolds(routes, written, now),
      };
    }),
  );
  const dueAt = plans.map(({ nextAt }) => nextAt).filter((at) => at !== null);
  return {
    deliveries: plans.flatMap(({ deliveries }) => deliveries),
    holds: plans.flatMap(({ holds }) => holds),
    recheckAt: dueAt.length === 0 ? null : Math.min(...dueAt),
  };
}

function activeAfter(openAlerts: readonly Alert[], { transitions }: AlertChanges): readonly Alert[] {
  const alerts = new Map(openAlerts.map((alert) => [alert.id, alert]));
  for (const { alert } of transitions) alerts.set(alert.id, alert);
  return [...alerts.values()].filter(({ resolvedAt }) => resolvedAt === null);
}
