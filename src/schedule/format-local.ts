/** A civil time, given as if it were of UTC, in ISO 8601 without an offset: `2026-03-29T02:30:00`. */
export function formatLocal(localMs: number): string {
  return new Date(localMs).toISOString().slice(0, 19);
}
