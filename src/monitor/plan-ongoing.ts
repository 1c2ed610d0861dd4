import type { Alert } from '../alert/alert.ts';
import type { Withdrawal } from '../alert/choose-message.ts';
import { decideFarewells } from '../alert/decide-farewells.ts';
import { type ChangedHold, decideHold, type HeldDelivery } from '../alert/decide-holds.ts';
import { decideRepeats } from '../alert/decide-repeats.ts';
import type { Delivery } from '../alert/delivery.ts';
import { withDecided } from '../alert/earlier-delivery.ts';
import { type Route, routeAlert } from '../alert/route.ts';
import type { CronJob } from '../execution/cron-job.ts';
import type { AlertChanges } from './decide-messages.ts';
import { loadEarlierOf } from './load-alert-facts.ts';
import type { SelectingMonitor } from './membership.ts';
import type { FactsStore } from './sync-store.ts';

/** Messages that no transition is behind, but time, or an edit of a monitor. */
export interface OngoingPlan {
  readonly deliveries: readonly Delivery[];
  readonly withdrawn: readonly Withdrawal[];
  readonly holds: readonly ChangedHold[];
  /** When one is due next; null when none will be. */
  readonly recheckAt: number | null;
}

/** What a rule holds back of the messages about a CronJob's alerts. */
export type HeldReader = (cronJobId: number) => Promise<readonly HeldDelivery[]>;

/** Asks for many CronJobs at once, and only when it is asked about one of them. */
export function heldReader(
  store: Pick<FactsStore, 'deliveries'>,
  cronJobIds: readonly number[],
  now: number,
): HeldReader {
  let asked: ReturnType<FactsStore['deliveries']['heldOf']> | null = null;
  return async (id) => {
    asked ??= store.deliveries.heldOf(cronJobIds, now);
    return (await asked).get(id) ?? [];
  };
}

export interface OngoingFacts {
  /** Of the CronJob's row; null when it has none, and then nothing was told yet. */
  readonly id: number | null;
  readonly cronJob: Pick<CronJob, 'schedule'>;
  /** Before `changes`. */
  readonly openAlerts: readonly Alert[];
  readonly changes: AlertChanges;
  readonly monitors: readonly SelectingMonitor[];
  /** Whether the monitors may say something else than at the last look. */
  readonly edited: boolean;
  readonly heldOf: HeldReader;
  readonly now: number;
}

/**
 * What becomes of messages after `changes`: who is told again of an alert that goes on, who is told that he will
 * hear no more of it, and which messages wait until another time since somebody edited a monitor.
 */
export async function planOngoing(
  store: Pick<FactsStore, 'deliveries'>,
  facts: OngoingFacts,
): Promise<OngoingPlan> {
  const [plans, holds] = await Promise.all([
    Promise.all(alertsAfter(facts).map((alert) => planAlert(store, facts, alert))),
    planHolds(facts),
  ]);
  const dueAt = plans.map(({ nextAt }) => nextAt).filter((at) => at !== null);
  return {
    deliveries: plans.flatMap(({ deliveries }) => deliveries),
    withdrawn: plans.flatMap(({ withdrawn }) => withdrawn),
    holds,
    recheckAt: dueAt.length === 0 ? null : Math.min(...dueAt),
  };
}

async function planAlert(
  store: Pick<FactsStore, 'deliveries'>,
  { id, cronJob, changes, monitors, now }: OngoingFacts,
  alert: Alert,
): Promise<Omit<OngoingPlan, 'holds' | 'recheckAt'> & { readonly nextAt: number | null }> {
  const routes = routesOf(monitors, alert);
  const since = alert.resolvedAt ?? now;
  const written = id === null ? [] : await loadEarlierOf(store, id, alert.reason, since);
  const earlier = withDecided(written, changes);
  const monitored = monitors.length > 0;
  const farewells = decideFarewells({ alert, routes, monitored, earlier, cronJob, now });
  const known = withDecided(earlier, { ...farewells, untold: [] });
  const repeats = decideRepeats({ alert, routes, earlier: known, cronJob, now });
  return {
    deliveries: [...farewells.deliveries, ...repeats.deliveries],
    withdrawn: farewells.withdrawn,
    nextAt: repeats.nextAt,
  };
}

/** Asked for after an edit alone: most messages wait for nothing. */
async function planHolds({
  id,
  changes,
  monitors,
  edited,
  heldOf,
  now,
}: OngoingFacts): Promise<readonly ChangedHold[]> {
  if (id === null || !edited) return [];
  const gone = new Set(changes.withdrawn.map((withdrawal) => withdrawal.id));
  return (await heldOf(id))
    .filter((held) => !gone.has(held.id))
    .map((held) => {
      const route = routesOf(monitors, held.alert).find(({ channel }) => channel === held.channel);
      return decideHold(held, route, now);
    })
    .filter((changed) => changed !== null);
}

function routesOf(
  monitors: readonly SelectingMonitor[],
  { severity }: Pick<Alert, 'severity'>,
): readonly Route[] {
  const routing = monitors.map(({ namespace, name, spec }) => ({ ...spec, namespace, name }));
  return routeAlert(routing, severity).routes;
}

/** Those that were open, as they are now, and those that were opened. */
function alertsAfter({ openAlerts, changes }: OngoingFacts): readonly Alert[] {
  const alerts = new Map(openAlerts.map((alert) => [alert.id, alert]));
  for (const { alert } of changes.transitions) alerts.set(alert.id, alert);
  return [...alerts.values()];
}
