import type { Delivery, OutboxMessage } from '../alert/delivery.ts';
import { type Backoff, backoffMs } from '../lib/backoff.ts';
import { HOUR, SECOND } from '../lib/duration.ts';
import type { DeliveryOutcome } from './outcome.ts';

export type NextStep =
  | { readonly kind: 'sent' }
  | { readonly kind: 'again'; readonly nextAttemptAt: number; readonly reason: string }
  | { readonly kind: 'rejected'; readonly reason: string };

const BACKOFF: Backoff = { firstMs: 5 * SECOND, longestMs: HOUR };
const GIVE_UP_AFTER_MS = 24 * HOUR;

/** What becomes of a row after an attempt. `random` is in [0, 1). */
export function nextStep(
  message: Pick<OutboxMessage, 'attempts' | 'createdAt'> & Partial<Pick<Delivery, 'heldUntil'>>,
  outcome: DeliveryOutcome,
  now: number,
  random: number,
): NextStep {
  if (outcome.kind === 'delivered') return { kind: 'sent' };
  if (outcome.kind === 'rejected') return { kind: 'rejected', reason: outcome.reason };
  // A message that was held back for days has had no try before that.
  const firstDueAt = Math.max(message.createdAt, message.heldUntil ?? 0);
  if (now - firstDueAt >= GIVE_UP_AFTER_MS) {
    return { kind: 'rejected', reason: `given up after 24 h: ${outcome.reason}` };
  }
  const attempts = message.attempts + 1;
  const wait = Math.max(backoffMs(BACKOFF, attempts, random), outcome.retryAfterMs ?? 0);
  const latest = firstDueAt + GIVE_UP_AFTER_MS;
  return { kind: 'again', nextAttemptAt: Math.min(now + wait, latest), reason: outcome.reason };
}
