import type { Alert } from '../alert/alert.ts';
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
export interface RepeatPlan {
  readonly deliveries: readonly Delivery[];
  /** When one is due next; null when none will be. */
  readonly recheckAt: number | null;
}

const NONE: RepeatPlan = { deliveries: [], recheckAt: null };

/** Who is told again of the CronJob's alerts that are active after `changes`. */
export async function planRepeats(
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
): Promise<RepeatPlan> {
  if (monitors.every(({ spec }) => spec.alerting.repeatIntervalMs === null)) return NONE;
  const alerts = activeAfter(openAlerts, changes);
  const plans = await Promise.all(
    alerts.map(async (alert) => {
      const { routes } = routeAlert(
        monitors.map(({ namespace, name, spec }) => ({ ...spec, namespace, name })),
        alert.severity,
      );
      const written: readonly EarlierDelivery[] =
        id === null ? [] : await loadEarlierOf(store, id, alert.reason, now);
      return decideRepeats({ alert, routes, earlier: withDecided(written, changes), cronJob, now });
    }),
  );
  const dueAt = plans.map(({ nextAt }) => nextAt).filter((at) => at !== null);
  return {
    deliveries: plans.flatMap(({ deliveries }) => deliveries),
    recheckAt: dueAt.length === 0 ? null : Math.min(...dueAt),
  };
}

function activeAfter(openAlerts: readonly Alert[], { transitions }: AlertChanges): readonly Alert[] {
  const alerts = new Map(openAlerts.map((alert) => [alert.id, alert]));
  for (const { alert } of transitions) alerts.set(alert.id, alert);
  return [...alerts.values()].filter(({ resolvedAt }) => resolvedAt === null);
}
