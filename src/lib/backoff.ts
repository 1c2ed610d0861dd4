export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * Milliseconds to wait before attempt `attempt` (1 = the first repetition): doubling from `firstMs`
 * up to `longestMs`, spread over its upper half so that many clients do not return together.
 * `random` is in [0, 1).
 */
export function backoffMs(backoff: Backoff, attempt: number, random: number): number {
  const full = Math.min(backoff.longestMs, backoff.firstMs * 2 ** Math.min(attempt - 1, 60));
  return Math.round(full / 2 + (full / 2) * random);
}
