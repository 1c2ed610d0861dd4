import { fingerprint } from '../lib/fingerprint.ts';
import type { Severity } from './alert.ts';
import type { Delivery, Digest, MessageContext } from './delivery.ts';

const BY_FALLING_WEIGHT: readonly Severity[] = ['critical', 'warning', 'info'];

/**
 * One message in place of several of a channel, given in the order in which they were written. Of an
 * alert that is in it more than once the last word counts, so that one that began and ended is one line.
 * Its id follows from theirs.
 */
export function joinMessages(
  channel: string,
  members: readonly Pick<Delivery, 'id' | 'context'>[],
  commonCause: string | null,
  now: number,
): Digest {
  const lastWords = new Map(members.map(({ context }) => [context.alertId, context]));
  return {
    id: fingerprint('digest', channel, ...members.map(({ id }) => id)),
    channel,
    event: 'digest',
    context: {
      at: now,
      commonCause,
      alerts: [...lastWords.values()].map(withoutEvidence).toSorted(byWeight),
    },
    createdAt: now,
    state: 'pending',
    nextAttemptAt: now,
    attempts: 0,
    sentAt: null,
    lastError: null,
  };
}

/** A thousand logs are no message; each is a click away. */
function withoutEvidence(context: MessageContext): MessageContext {
  return { ...context, logs: '', events: '' };
}

function byWeight(a: MessageContext, b: MessageContext): number {
  return (
    Number(a.event === 'resolved') - Number(b.event === 'resolved') ||
    BY_FALLING_WEIGHT.indexOf(a.severity) - BY_FALLING_WEIGHT.indexOf(b.severity) ||
    compare(a.namespace, b.namespace) ||
    compare(a.cronJobName, b.cronJobName) ||
    a.at - b.at
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
