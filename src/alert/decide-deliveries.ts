import { fingerprint } from '../lib/fingerprint.ts';
import type { CronJob } from '../execution/cron-job.ts';
import type { Execution } from '../execution/execution.ts';
import type { Alert } from './alert.ts';
import type { Transition } from './decide-transition.ts';
import type { Delivery, DeliveryEvent } from './delivery.ts';
import { type Evidence, messageContext } from './message-context.ts';
import type { Route, Routing, Untold } from './route.ts';

/** A message about the same CronJob, type and reason that was written to the outbox before. */
export type EarlierDelivery = Pick<Delivery, 'id' | 'alertId' | 'channel' | 'event' | 'createdAt' | 'state'>;

export interface DeliveryFacts {
  readonly transition: Transition;
  readonly routing: Routing;
  /**
   * In any order, of equal times the later one last; those of this alert and those of its predecessors
   * within suppressDuplicatesFor, without any that were withdrawn.
   */
  readonly earlier: readonly EarlierDelivery[];
  readonly cronJob: Pick<CronJob, 'schedule'>;
  readonly run: Execution | null;
  readonly evidence: Evidence;
  readonly now: number;
}

export interface DecidedDeliveries {
  /** New rows of the outbox. */
  readonly deliveries: readonly Delivery[];
  /** Ids of pending rows that are no longer to be sent: the alert ended within its alertDelay. */
  readonly withdrawn: readonly string[];
  readonly untold: readonly Untold[];
}

/** Per channel: tell it, or say why not. */
type Choice =
  | { readonly kind: 'tell' }
  | { readonly kind: 'withdraw'; readonly id: string; readonly why: string }
  | { readonly kind: 'hold'; readonly why: string };

/**
 * Who is told of a transition. A channel learns of an alert once, of further failures at most once in
 * suppressDuplicatesFor, and of the end only if it learned of the beginning. An alert that
 * opens anew counts as a further failure unless the channel was told that the one before ended. An
 * acknowledged alert sends no repeats. The ids follow from the cause, so deciding again adds nothing.
 */
export function decideDeliveries(facts: DeliveryFacts): DecidedDeliveries {
  const { transition, routing } = facts;
  if (transition.kind === 'none') return { deliveries: [], withdrawn: [], untold: [] };
  const { alert } = transition;
  const deliveries: Delivery[] = [];
  const withdrawn: string[] = [];
  const untold: Untold[] = [...routing.untold];
  for (const route of routing.routes) {
    const choice =
      transition.kind === 'resolve' ? chooseEnd(facts, alert, route) : chooseFiring(facts, alert, route);
    if (choice.kind === 'tell') deliveries.push(toDelivery(facts, alert, route));
    else untold.push({ channel: route.channel, monitor: null, why: choice.why });
    if (choice.kind === 'withdraw') withdrawn.push(choice.id);
  }
  return { deliveries, withdrawn, untold };
}

function chooseFiring({ earlier, now }: DeliveryFacts, alert: Alert, route: Route): Choice {
  const last = latestOn(earlier, route.channel);
  if (last === null || last.event !== 'firing') return { kind: 'tell' };
  if (alert.acknowledgedAt !== null) return { kind: 'hold', why: 'the alert is acknowledged' };
  if (last.state === 'pending' && last.alertId === alert.id)
    return { kind: 'hold', why: 'an earlier message about it is still to be sent' };
  const held = last.createdAt + route.suppressDuplicatesForMs > now;
  return held ? { kind: 'hold', why: 'it was told within suppressDuplicatesFor' } : { kind: 'tell' };
}

function chooseEnd({ earlier, now }: DeliveryFacts, alert: Alert, route: Route): Choice {
  const ofAlert = earlier.filter(({ alertId }) => alertId === alert.id);
  const last = latestOn(ofAlert, route.channel);
  if (last === null) return { kind: 'hold', why: 'it was never told of the alert' };
  const isFirst = ofAlert.filter(({ channel }) => channel === route.channel).length === 1;
  if (isFirst && last.state === 'pending' && last.createdAt + route.alertDelayMs > now) {
    return { kind: 'withdraw', id: last.id, why: 'the alert ended within alertDelay' };
  }
  return route.sendResolved ? { kind: 'tell' } : { kind: 'hold', why: 'sendResolved is off' };
}

/** A message that the receiver rejected told it nothing. */
function latestOn(earlier: readonly EarlierDelivery[], channel: string): EarlierDelivery | null {
  return (
    earlier
      .filter(({ channel: own, event, state }) => own === channel && event !== 'test' && state !== 'rejected')
      .toSorted((a, b) => a.createdAt - b.createdAt)
      .at(-1) ?? null
  );
}

function toDelivery(
  { transition, cronJob, run, evidence, now }: DeliveryFacts,
  alert: Alert,
  route: Route,
): Delivery {
  const event: DeliveryEvent = transition.kind === 'resolve' ? 'resolved' : 'firing';
  return {
    id: fingerprint(alert.id, route.channel, event, String(alert.occurrences)),
    alertId: alert.id,
    channel: route.channel,
    event,
    context: messageContext({ alert, event, cronJob, run, evidence, include: route.includeContext, now }),
    createdAt: now,
    state: 'pending',
    // A delay is for an alert that may end by itself; one that goes on has waited already.
    nextAttemptAt: transition.kind === 'open' ? now + route.alertDelayMs : now,
    attempts: 0,
    sentAt: null,
    lastError: null,
  };
}
