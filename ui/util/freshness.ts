/** What the freshness sign needs to know of one polled answer. Instants are ms since the epoch. */
export interface PolledAnswer {
  /** When it last arrived; 0 before the first. */
  readonly answeredAt: number;
  /** When asking last failed, 0 when it has not failed since the last answer. */
  readonly failedAt: number;
}

export type Freshness =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'fresh'; readonly at: number }
  /** Nothing failed, yet the answer is old: the network hangs or the page has just come back. */
  | { readonly kind: 'stale'; readonly at: number }
  /** `at` is null when there was never an answer. */
  | { readonly kind: 'failing'; readonly at: number | null };

/** An idle page asks once a minute; that, its jitter and the time limit of one answer may pass. */
const STALE_MS = 90_000;

/** The state of a page by its worst polled answer; `waiting` while any has neither come nor failed. */
export function freshnessOf(answers: readonly PolledAnswer[], now: number): Freshness {
  const failing = answers.filter((answer) => answer.failedAt > 0);
  if (failing.length > 0) return { kind: 'failing', at: oldest(failing) };
  const at = oldest(answers);
  if (at === null) return { kind: 'waiting' };
  return { kind: now - at > STALE_MS ? 'stale' : 'fresh', at };
}

function oldest(answers: readonly PolledAnswer[]): number | null {
  const at = Math.min(...answers.map((answer) => answer.answeredAt));
  return at > 0 && Number.isFinite(at) ? at : null;
}
