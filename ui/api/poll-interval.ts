const ACTIVE_MS = 5_000;
const LONGEST_MS = 60_000;

/**
 * How long to wait before asking again, in ms: 5 s, a minute on an idle page, and after a failure as long again as the trouble
 * has lasted, to a minute. `jitter` in [0, 1) spreads pages that were opened together.
 */
export function pollInterval(
  trouble: { readonly since: number; readonly now: number } | null,
  jitter: number,
  idle: boolean,
): number {
  const least = idle ? LONGEST_MS : ACTIVE_MS;
  const wait = trouble === null ? least : Math.min(LONGEST_MS, Math.max(least, trouble.now - trouble.since));
  return Math.round(wait * (1 + jitter * 0.2));
}
