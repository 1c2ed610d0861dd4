import type { AlertReason } from '../alert/alert.ts';
import { decideDeliveries, type EarlierDelivery } from '../alert/decide-deliveries.ts';
import type { Delivery } from '../alert/delivery.ts';
import type { Evidence } from '../alert/message-context.ts';
import { routeAlert } from '../alert/route.ts';
import type { CronJob } from '../execution/cron-job.ts';
import type { Execution } from '../execution/execution.ts';
import type { DecidedTransition } from './decide-alerts.ts';

/** What a sync writes of alerts and messages. */
export interface AlertChanges {
  readonly transitions: readonly DecidedTransition['transition'][];
  readonly deliveries: readonly Delivery[];
  /** Ids of deliveries that are not to be sent after all. */
  readonly withdrawn: readonly string[];
}

export const NO_ALERT_CHANGES: AlertChanges = { transitions: [], deliveries: [], withdrawn: [] };

export interface MessageFacts {
  readonly cronJob: Pick<CronJob, 'schedule'>;
  /** By Job uid. */
  readonly evidence: ReadonlyMap<string, Evidence>;
  /** By the reason of their alert. */
  readonly earlier: ReadonlyMap<AlertReason, readonly EarlierDelivery[]>;
  readonly now: number;
}

const NO_EVIDENCE: Evidence = { logs: [], events: [] };

/** Who is told of the transitions of one CronJob, one after another, each as of its own instant. */
export function decideMessages(decided: readonly DecidedTransition[], facts: MessageFacts): AlertChanges {
  let deliveries: readonly Delivery[] = [];
  let withdrawn: readonly string[] = [];
  for (const [index, one] of decided.entries()) {
    if (isOvertaken(one, decided.slice(index + 1))) continue;
    const { reason } = one.transition.alert;
    const more = decideDeliveries({
      transition: one.transition,
      routing: routeAlert(
        one.speaking.map(({ namespace, name, spec }) => ({ namespace, name, alerting: spec.alerting })),
        one.transition.alert.severity,
      ),
      earlier: [
        ...(facts.earlier.get(reason) ?? []),
        ...deliveries.filter(({ context }) => context.reason === reason),
      ],
      cronJob: facts.cronJob,
      run: one.run,
      evidence: evidenceOf(one.run, facts),
      now: one.at,
    });
    // What was to be written a moment ago is simply not written.
    const taken = new Set(more.withdrawn);
    withdrawn = [...withdrawn, ...more.withdrawn.filter((id) => !deliveries.some((row) => row.id === id))];
    deliveries = [...deliveries.filter(({ id }) => !taken.has(id)), ...more.deliveries];
  }
  return {
    transitions: decided.map(({ transition }) => transition),
    // An outbox row is as old as its writing: its attempts are counted from there.
    deliveries: deliveries.map((row) => ({ ...row, createdAt: facts.now })),
    withdrawn,
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
