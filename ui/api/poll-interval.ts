const ACTIVE_MS = 5_000;
const LONGEST_MS = 60_000;

/**
 * How long to wait before asking again, in ms: 5 s, and after a failure as long again as the trouble
 * has lasted, to a minute. `jitter` in [0, 1) spreads pages that were opened together.
 */
export function pollInterval(
  trouble: { readonly since: number; readonly now: number } | null,
  jitter: number,
): number {
  const wait =
    trouble === null ? ACTIVE_MS : Math.min(LONGEST_MS, Math.max(ACTIVE_MS, trouble.now - trouble.since));
  return Math.round(wait * (1 + jitter * 0.2));
}
