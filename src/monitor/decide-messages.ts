import type { AlertReason } from '../alert/alert.ts';
import type { ChangedHold } from '../alert/decide-holds.ts';
import { type DecidedDeliveries, decideDeliveries } from '../alert/decide-deliveries.ts';
import { type EarlierDelivery, withDecided } from '../alert/earlier-delivery.ts';
import type { Evidence } from '../alert/message-context.ts';
import { routeAlert } from '../alert/route.ts';
import type { CronJob } from '../execution/cron-job.ts';
import type { Execution } from '../execution/execution.ts';
import type { Period } from '../slot/slot-facts.ts';
import type { DecidedTransition } from './decide-alerts.ts';

/** What a sync writes of alerts and messages. */
export interface AlertChanges extends DecidedDeliveries {
  /** Of messages written before, whose maintenance was changed. */
  readonly holds: readonly ChangedHold[];
  readonly transitions: readonly DecidedTransition['transition'][];
}

const NOTHING: DecidedDeliveries = { deliveries: [], withdrawn: [], untold: [] };

export const NO_ALERT_CHANGES: AlertChanges = { transitions: [], holds: [], ...NOTHING };

export interface MessageFacts {
  readonly cronJob: Pick<CronJob, 'schedule'>;
  /** By Job uid. */
  readonly evidence: ReadonlyMap<string, Evidence>;
  /** By the reason of their alert. */
  readonly earlier: ReadonlyMap<AlertReason, readonly EarlierDelivery[]>;
  /** When the API server was out of reach. */
  readonly outages: readonly Period[];
  readonly now: number;
}

const NO_EVIDENCE: Evidence = { logs: [], events: [] };

/** Who is told of the transitions of one CronJob, one after another, each as of its own instant. */
export function decideMessages(decided: readonly DecidedTransition[], facts: MessageFacts): AlertChanges {
  let told = NOTHING;
  for (const [index, one] of decided.entries()) {
    if (isOvertaken(one, decided.slice(index + 1))) continue;
    const { reason, severity } = one.transition.alert;
    const ids = new Set(
      decided
        .filter((other) => other.transition.alert.reason === reason)
        .map((other) => other.transition.alert.id),
    );
    const more = decideDeliveries({
      transition: one.transition,
      routing: routeAlert(
        one.speaking.map(({ namespace, name, spec }) => ({ ...spec, namespace, name })),
        severity,
      ),
      earlier: withDecided(facts.earlier.get(reason) ?? [], ofAlerts(told, ids)),
      cronJob: facts.cronJob,
      run: one.run,
      evidence: evidenceOf(one.run, facts),
      outages: facts.outages,
      now: one.at,
    });
    told = append(told, more);
  }
  return {
    transitions: decided.map(({ transition }) => transition),
    holds: [],
    ...told,
    // An outbox row is as old as its writing: its attempts are counted from there.
    deliveries: told.deliveries.map((row) => ({ ...row, createdAt: facts.now })),
  };
}

function ofAlerts(
  { deliveries, withdrawn, untold }: DecidedDeliveries,
  ids: ReadonlySet<string>,
): DecidedDeliveries {
  return {
    deliveries: deliveries.filter(({ alertId }) => ids.has(alertId)),
    withdrawn,
    untold: untold.filter(({ alertId }) => ids.has(alertId)),
  };
}

/** What was to be written a moment ago and is withdrawn is written as withdrawn. */
function append(before: DecidedDeliveries, more: DecidedDeliveries): DecidedDeliveries {
  const reasons = new Map(more.withdrawn.map(({ id, why }) => [id, why]));
  const unwritten = new Set(before.deliveries.map(({ id }) => id));
  return {
    deliveries: [
      ...before.deliveries.map((row) => {
        const why = reasons.get(row.id);
        return why === undefined ? row : { ...row, state: 'withdrawn' as const, why };
      }),
      ...more.deliveries,
    ],
    withdrawn: [...before.withdrawn, ...more.withdrawn.filter(({ id }) => !unwritten.has(id))],
    untold: [...before.untold, ...more.untold],
  };
}

/** After a time in which nobody looked, of many additions to one alert the last is told. */
function isOvertaken({ transition }: DecidedTransition, later: readonly DecidedTransition[]): boolean {
  return (
    transition.kind === 'update' && later.some((other) => other.transition.alert.id === transition.alert.id)
  );
}

function evidenceOf(run: Execution | null, { evidence }: MessageFacts): Evidence {
  return (run === null ? null : evidence.get(run.jobUid)) ?? NO_EVIDENCE;
}
