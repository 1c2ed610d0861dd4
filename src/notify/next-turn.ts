import type { RateLimiting } from '../alert/channel-spec.ts';
import { HOUR } from '../lib/duration.ts';

/** What a channel has sent lately, as far as its limit asks. */
export interface Allowance {
  /** When the whole burst may be sent again; the past when it may be now. */
  readonly fullAt: number;
  /** Null when it never sent anything. */
  readonly lastSentAt: number | null;
}

/** What a channel with due messages does next. */
export type Turn =
  /** Sends so many of them, each by itself. */
  | { readonly kind: 'send'; readonly most: number }
  /** Joins them into one. */
  | { readonly kind: 'join' }
  | { readonly kind: 'wait'; readonly until: number };

/**
 * A token bucket: `burstLimit` messages at once, one more every hour / `maxAlertsPerHour`. Messages go out
 * at once and each by itself while a fifth of the burst is not used up; after that they are gathered for a
 * while first, so that a flood which has only begun costs a few messages and not the whole burst. More
 * messages than the bucket holds are joined into one.
 */
export function nextTurn(due: number, limits: RateLimiting, allowance: Allowance, now: number): Turn {
  const refillMs = refillTime(limits);
  const used = Math.ceil(Math.max(0, allowance.fullAt - now) / refillMs);
  const left = limits.burstLimit - used;
  if (left < 1) return { kind: 'wait', until: allowance.fullAt - (limits.burstLimit - 1) * refillMs };
  const gatheredAt = (allowance.lastSentAt ?? -Infinity) + gatherTime(used / limits.burstLimit, refillMs);
  if (gatheredAt > now) return { kind: 'wait', until: gatheredAt };
  return due > left ? { kind: 'join' } : { kind: 'send', most: left };
}

/** How long until the room that a message took is free again, in whole ms. */
export function refillTime({ maxAlertsPerHour }: RateLimiting): number {
  return Math.ceil(HOUR / maxAlertsPerHour);
}

function gatherTime(usedShare: number, refillMs: number): number {
  if (usedShare < 0.2) return 0;
  return usedShare < 0.3 ? refillMs / 4 : refillMs;
}
