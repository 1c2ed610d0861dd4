import { fingerprint } from '../lib/fingerprint.ts';
import type { CronJob } from '../execution/cron-job.ts';
import type { Execution } from '../execution/execution.ts';
import type { Period } from '../slot/slot-facts.ts';
import type { Alert } from './alert.ts';
import { type ChoiceFacts, chooseEnd, chooseFiring, type Withdrawal } from './choose-message.ts';
import { commonCause, wordCause } from './common-cause.ts';
import type { Transition } from './decide-transition.ts';
import type { Delivery, DeliveryEvent } from './delivery.ts';
import type { EarlierDelivery } from './earlier-delivery.ts';
import { FIRST_WAIT_MS } from './group-storm.ts';
import { type Hold, holdThroughMaintenance } from './hold-message.ts';
import type { UntoldEntry } from './ledger.ts';
import { type Evidence, messageContext } from './message-context.ts';
import type { Route, Routing, Untold } from './route.ts';

export interface DeliveryFacts {
  readonly transition: Transition;
  readonly routing: Routing;
  /**
   * In the order of writing: those of this alert and those of its predecessors within twice
   * suppressDuplicatesFor.
   */
  readonly earlier: readonly EarlierDelivery[];
  readonly cronJob: Pick<CronJob, 'schedule'>;
  readonly run: Execution | null;
  readonly evidence: Evidence;
  /** When the API server was out of reach. */
  readonly outages: readonly Period[];
  readonly now: number;
}

export interface DecidedDeliveries {
  /** New rows of the outbox. */
  readonly deliveries: readonly Delivery[];
  /** Pending rows that are no longer to be sent. */
  readonly withdrawn: readonly Withdrawal[];
  /** Why others were not told. */
  readonly untold: readonly UntoldEntry[];
}

const NOTHING: DecidedDeliveries = { deliveries: [], withdrawn: [], untold: [] };

/**
 * Who is told of a transition, when, and why others are not. A channel learns of an alert once, of further
 * failures at most once in suppressDuplicatesFor, and of the end only if it learned of the beginning; see
 * `choose-message.ts`. The ids follow from the cause, so deciding again adds nothing.
 */
export function decideDeliveries(facts: DeliveryFacts): DecidedDeliveries {
  const { transition, routing, now } = facts;
  if (transition.kind === 'none') return NOTHING;
  const change = toChange(facts, transition);
  const routed = routing.routes.map((route) => decideRoute(facts, change, route));
  return {
    deliveries: routed.flatMap(({ deliveries }) => deliveries),
    withdrawn: routed.flatMap(({ withdrawn }) => withdrawn),
    untold: [
      ...routing.untold.map((untold) => toEntry(change, untold, now)),
      ...routed.flatMap(({ untold }) => untold),
    ],
  };
}

/** What there is to tell. */
interface Change {
  readonly alert: Alert;
  readonly event: DeliveryEvent;
  readonly opens: boolean;
  readonly commonCause: string | null;
}

function toChange(
  { run, evidence: { events }, outages }: DeliveryFacts,
  { kind, alert }: Exclude<Transition, { kind: 'none' }>,
): Change {
  return {
    alert,
    event: kind === 'resolve' ? 'resolved' : 'firing',
    opens: kind === 'open',
    commonCause: kind === 'resolve' ? null : commonCause({ alert, run, events, outages }),
  };
}

function decideRoute(facts: DeliveryFacts, change: Change, route: Route): DecidedDeliveries {
  const { channel } = route;
  const earlier = facts.earlier.filter((row) => row.channel === channel);
  const choiceFacts: ChoiceFacts = { alert: change.alert, route, earlier, now: facts.now };
  const { withdrawn, step } =
    change.event === 'resolved'
      ? chooseEnd(choiceFacts)
      : chooseFiring(choiceFacts, change.opens, change.commonCause);
  if (step === null) return { ...NOTHING, withdrawn };
  if (step.kind === 'untold') {
    const untold = toEntry(change, { channel, monitor: null, why: step.why }, facts.now);
    return { ...NOTHING, withdrawn, untold: [untold] };
  }
  const cause = change.event === 'resolved' ? causeTold(earlier, change.alert.id) : change.commonCause;
  return { ...NOTHING, withdrawn, deliveries: [toDelivery(facts, change, route, step.hold, cause)] };
}

/** The cause under which the alarm was told with others, or is about to be: their ends go together too. */
function causeTold(earlier: readonly EarlierDelivery[], alertId: string): string | null {
  const alarm = earlier.findLast(
    ({ event, state, alertId: other }) =>
      other === alertId && event === 'firing' && (state === 'sent' || state === 'pending'),
  );
  return alarm !== undefined && (alarm.joined || alarm.state === 'pending') ? alarm.commonCause : null;
}

function toDelivery(
  { cronJob, run, evidence, now }: DeliveryFacts,
  { alert, event }: Change,
  route: Route,
  chosen: Hold | null,
  cause: string | null,
): Delivery {
  const hold = holdThroughMaintenance(route, chosen, now);
  const wait = cause === null ? null : waitForOthers(cause, now);
  return {
    id: fingerprint(alert.id, route.channel, event, String(alert.occurrences)),
    alertId: alert.id,
    channel: route.channel,
    event,
    context: messageContext({ alert, event, cronJob, run, evidence, include: route.includeContext, now }),
    createdAt: now,
    state: 'pending',
    nextAttemptAt: Math.max(hold?.until ?? now, wait?.until ?? now),
    attempts: 0,
    sentAt: null,
    lastError: null,
    heldUntil: hold?.until ?? null,
    why: (hold ?? wait)?.why ?? null,
    commonCause: cause,
  };
}

function waitForOthers(cause: string, now: number): Hold {
  const note = `others with the same cause are waited for: ${wordCause(cause)}`;
  return { until: now + FIRST_WAIT_MS, why: { reason: 'CommonCause', note } };
}

function toEntry({ alert, event }: Change, { channel, monitor, why }: Untold, now: number): UntoldEntry {
  return {
    id: fingerprint('untold', alert.id, channel ?? '', monitor ?? '', event, why.reason),
    alertId: alert.id,
    channel,
    event,
    at: now,
    why,
  };
}
