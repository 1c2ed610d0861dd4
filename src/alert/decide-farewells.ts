import type { CronJob } from '../execution/cron-job.ts';
import { MINUTE } from '../lib/duration.ts';
import { fingerprint } from '../lib/fingerprint.ts';
import type { Alert } from './alert.ts';
import type { Withdrawal } from './choose-message.ts';
import { endAlert } from './decide-transition.ts';
import type { Delivery } from './delivery.ts';
import type { EarlierDelivery } from './earlier-delivery.ts';
import type { Hold } from './hold-message.ts';
import { messageContext } from './message-context.ts';
import { NO_CONTEXT, type Route } from './route.ts';

export interface FarewellFacts {
  /** Active, or just ended. */
  readonly alert: Alert;
  /** Who is told of it now. */
  readonly routes: readonly Pick<Route, 'channel'>[];
  /** Whether any monitor selects the CronJob. */
  readonly monitored: boolean;
  /** What was decided about alerts of its reason, in the order of writing. */
  readonly earlier: readonly EarlierDelivery[];
  readonly cronJob: Pick<CronJob, 'schedule'>;
  readonly now: number;
}

export interface DecidedFarewells {
  readonly deliveries: readonly Delivery[];
  readonly withdrawn: readonly Withdrawal[];
}

/** A monitor that is replaced is gone for a moment. */
const PATIENCE_MS = MINUTE;

/**
 * What becomes of channels that no monitor names for an alert any more: because a monitor was deleted, edited,
 * or selects others. One that takes the CronJob for failing would do so for good, so it is told once that it will hear no
 * more of it, and why. What it was to be told and was not yet is withdrawn. Deciding again adds nothing.
 */
export function decideFarewells(facts: FarewellFacts): DecidedFarewells {
  const rows = facts.earlier.filter(({ alertId }) => alertId === facts.alert.id);
  const channels = [...new Set(rows.map(({ channel }) => channel))].filter((channel) => channel !== '');
  const decided = channels.map((channel) =>
    decideChannel(
      facts,
      channel,
      rows.filter((row) => row.channel === channel),
    ),
  );
  return {
    deliveries: decided.flatMap(({ deliveries }) => deliveries),
    withdrawn: decided.flatMap(({ withdrawn }) => withdrawn),
  };
}

function decideChannel(
  facts: FarewellFacts,
  channel: string,
  rows: readonly EarlierDelivery[],
): DecidedFarewells {
  const { now, routes } = facts;
  const held = rows.filter((row) => isHeld(row, now));
  if (routes.some((route) => route.channel === channel)) {
    const farewells = held.filter(({ reason }) => reason === 'NotMonitored');
    return { deliveries: [], withdrawn: farewells.map(({ id }) => takeBack(id, 'a monitor names it again')) };
  }
  const alarms = held.filter(({ event }) => event === 'firing');
  const last = rows.findLast((row) => tells(row, now));
  return {
    deliveries: last?.event === 'firing' ? [toFarewell(facts, channel, last)] : [],
    withdrawn: alarms.map(({ id }) => takeBack(id, 'no monitor names the channel any more')),
  };
}

/** It may still be taken back; `joined` may not. */
function isHeld({ state, heldUntil, joined }: EarlierDelivery, now: number): boolean {
  return state === 'pending' && !joined && (heldUntil ?? 0) > now;
}

/** Whether the row made, or will make, the channel take the CronJob for failing or for well. */
function tells(row: EarlierDelivery, now: number): boolean {
  if (row.reason === 'KnownAsFailing') return true;
  if (row.state !== 'sent' && row.state !== 'pending') return false;
  // A farewell that waits is one, an alarm or an end that waits is none yet.
  return !isHeld(row, now) || row.reason === 'NotMonitored';
}

function takeBack(id: string, note: string): Withdrawal {
  return { id, why: { reason: 'NotMonitored', note } };
}

function toFarewell(
  { alert, monitored, cronJob, now }: FarewellFacts,
  channel: string,
  last: Pick<EarlierDelivery, 'id'>,
): Delivery {
  const { until, why } = patience(now);
  const context = messageContext({
    alert: alert.resolvedAt === null ? endAlert(alert, wordReason(monitored), now) : alert,
    event: 'resolved',
    cronJob,
    run: null,
    evidence: { logs: [], events: [] },
    include: NO_CONTEXT,
    now,
  });
  const title = `${monitored ? 'No longer told here' : 'No longer monitored'}: ${alert.title}`;
  return {
    id: fingerprint('farewell', last.id),
    alertId: alert.id,
    channel,
    event: 'resolved',
    context: alert.resolvedAt === null ? { ...context, title } : context,
    createdAt: now,
    state: 'pending',
    nextAttemptAt: until,
    attempts: 0,
    sentAt: null,
    lastError: null,
    heldUntil: until,
    why,
    commonCause: null,
  };
}

function wordReason(monitored: boolean): string {
  const reason = monitored
    ? 'No monitor names this channel for it any more.'
    : 'No monitor selects the CronJob any more.';
  return `${reason} It is still active.`;
}

function patience(now: number): Hold {
  const note = 'no monitor names the channel any more; it is told so unless one does again within a minute';
  return { until: now + PATIENCE_MS, why: { reason: 'NotMonitored', note } };
}
