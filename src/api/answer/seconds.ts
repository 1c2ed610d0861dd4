/** Seconds of a duration in ms; 0 for null. Whole milliseconds are kept; the rest is noise of the interpolation. */
export function toSeconds(ms: number | null): number {
  return ms === null ? 0 : Math.round(ms) / 1_000;
}
