/** Milliseconds of a Kubernetes timestamp; null when it is absent or unreadable. */
export function parseTimestamp(text: unknown): number | null {
  if (typeof text !== 'string') return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}
