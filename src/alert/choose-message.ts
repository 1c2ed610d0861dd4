import type { Alert } from './alert.ts';
import type { HoldReason, UntoldReason, Why } from './delivery.ts';
import type { EarlierDelivery } from './earlier-delivery.ts';
import { type Hold, holdForDelay, holdThroughFlapping, holdUntilApart } from './hold-message.ts';
import type { Route } from './route.ts';

/** A message that is no longer to be sent. */
export interface Withdrawal {
  readonly id: string;
  readonly why: Why<HoldReason>;
}

/** What is to be done about a channel. */
export interface Choice {
  readonly withdrawn: readonly Withdrawal[];
  /** Null where what was withdrawn says it all. */
  readonly step: { readonly kind: 'tell'; readonly hold: Hold | null } | Untold | null;
}

interface Untold {
  readonly kind: 'untold';
  readonly why: Why<UntoldReason>;
}

export interface ChoiceFacts {
  readonly alert: Alert;
  readonly route: Route;
  /** Of this channel alone, in the order of writing. */
  readonly earlier: readonly EarlierDelivery[];
  readonly now: number;
}

const TELL: Choice = { withdrawn: [], step: { kind: 'tell', hold: null } };

/** An alert that begins so many times within suppressDuplicatesFor flaps. */
const FLAPS_FROM = 3;

/*
 * What a channel knows of a CronJob's alerts of one type and reason:
 *
 *   well --alarm sent--> failing --recovery sent--> well
 *
 * A message that a rule holds back is not known yet, and is withdrawn when it turns out to be needless. So
 * however often an alert begins and ends, what the channel knows is true at the latest when the rule's
 * time is over: no alert stays active unheard of, and no end is kept back for good.
 */

/** Whether a channel is told that an alert began, or goes on. `commonCause` is that of the failure. */
export function chooseFiring(facts: ChoiceFacts, opens: boolean, commonCause: string | null): Choice {
  const { alert, route, now } = facts;
  const { held, known } = messages(facts);
  if (held.some(({ alertId, event }) => alertId === alert.id && event === 'firing')) return stillToBeSent();
  // A recovery that was still held back is none any more.
  const withdrawn = held.map(({ id }): Withdrawal => ({ id, why: why('Flapping', 'the alert began again') }));
  const last = known.at(-1);
  if (last?.event !== 'firing') {
    const alarm = known.findLast(({ event }) => event === 'firing');
    return { withdrawn, step: { kind: 'tell', hold: holdNew(facts, alarm, opens) } };
  }
  if (last.alertId !== alert.id) return { withdrawn, step: chooseAnew(facts, last) };
  if (alert.acknowledgedAt !== null) return untold('Acknowledged', 'the alert is acknowledged');
  if (last.state === 'pending') return stillToBeSent();
  // What was told of them all together does not explain this failure.
  if (last.joined && last.commonCause !== null && last.commonCause !== commonCause) return TELL;
  return isWithin(last, route.suppressDuplicatesForMs, now) ? duplicate() : TELL;
}

/** Whether a channel is told that an alert ended. */
export function chooseEnd(facts: ChoiceFacts): Choice {
  const { alert, route, earlier, now } = facts;
  const { held, known } = messages(facts);
  const withdrawn = held
    .filter(({ alertId }) => alertId === alert.id)
    .map(({ id, reason }): Withdrawal => {
      const hold = (reason ?? 'AlertDelay') as HoldReason;
      return { id, why: why(hold, `the alert ended within ${HOLD_WORDS[hold]}`) };
    });
  const knows =
    known.some(({ alertId, event }) => alertId === alert.id && event === 'firing') ||
    earlier.some(({ alertId, reason }) => alertId === alert.id && reason === 'KnownAsFailing');
  if (!knows) {
    return withdrawn.length > 0
      ? { withdrawn, step: null }
      : untold('NeverTold', 'the channel was never told of the alert');
  }
  if (!route.sendResolved) return { ...untold('SendResolvedOff', 'sendResolved is off'), withdrawn };
  return {
    withdrawn,
    step: {
      kind: 'tell',
      hold: flaps(facts) ? holdThroughFlapping(now, route.suppressDuplicatesForMs) : null,
    },
  };
}

const HOLD_WORDS: Readonly<Record<HoldReason, string>> = {
  AlertDelay: 'alertDelay',
  Maintenance: 'a maintenance window',
  Duplicate: 'suppressDuplicatesFor',
  Flapping: 'suppressDuplicatesFor',
  NotMonitored: 'the time in which no monitor named the channel',
  CommonCause: 'the time in which others with the same cause were waited for',
};

/** Messages that were sent or will be; one that the receiver rejected told it nothing. */
function messages({ earlier, now }: ChoiceFacts) {
  const written = earlier.filter(
    ({ event, state }) => event !== 'test' && (state === 'sent' || state === 'pending'),
  );
  // What was joined can be taken back no more; it may be so though `now` is an instant that was missed.
  const isHeld = ({ state, heldUntil, joined }: EarlierDelivery) =>
    state === 'pending' && !joined && (heldUntil ?? 0) > now;
  return { held: written.filter(isHeld), known: written.filter((message) => !isHeld(message)) };
}

/** A new alert waits for alertDelay, and no alarm follows another within suppressDuplicatesFor. */
function holdNew(
  { route, now }: ChoiceFacts,
  lastAlarm: EarlierDelivery | undefined,
  opens: boolean,
): Hold | null {
  const delayed = opens ? now + route.alertDelayMs : now;
  const { suppressDuplicatesForMs } = route;
  const apart = (lastAlarm?.createdAt ?? -Infinity) + suppressDuplicatesForMs;
  if (lastAlarm !== undefined && isWithin(lastAlarm, suppressDuplicatesForMs, now) && apart > delayed) {
    return holdUntilApart(apart);
  }
  return delayed <= now ? null : holdForDelay(now, route.alertDelayMs);
}

/** The channel takes the CronJob for failing, by an alert whose end it was not told. */
function chooseAnew(facts: ChoiceFacts, last: EarlierDelivery): Choice['step'] {
  const { route, now } = facts;
  const quietMs = route.suppressDuplicatesForMs * (flaps(facts) ? 2 : 1);
  if (!isWithin(last, quietMs, now)) return { kind: 'tell', hold: null };
  const note = 'it was told within suppressDuplicatesFor of the alert before, and not of its end';
  return { kind: 'untold', why: why('KnownAsFailing', note) };
}

/** An instant that was missed is judged after messages that are younger: they are within any time but none. */
function isWithin({ createdAt }: EarlierDelivery, ms: number, now: number): boolean {
  return ms > 0 && createdAt + ms > now;
}

function flaps({ alert, earlier, route, now }: ChoiceFacts): boolean {
  const recent = earlier.filter((row) => isWithin(row, route.suppressDuplicatesForMs, now));
  return new Set([alert.id, ...recent.map(({ alertId }) => alertId)]).size >= FLAPS_FROM;
}

function stillToBeSent(): Choice {
  return untold('StillToBeSent', 'an earlier message about it is still to be sent');
}

function duplicate(): Choice {
  return untold('Duplicate', 'it was told within suppressDuplicatesFor');
}

function untold(reason: UntoldReason, note: string): Choice {
  return { withdrawn: [], step: { kind: 'untold', why: why(reason, note) } };
}

function why<Reason extends string>(reason: Reason, note: string): Why<Reason> {
  return { reason, note };
}
