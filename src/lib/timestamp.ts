const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/i;

const MINUTE = 60_000;

/**
 * Milliseconds since the epoch of an RFC 3339 timestamp with any offset; fractions beyond the
 * millisecond are cut off, a leap second is the second after it. Null when the text is none, or names
 * a day or time that does not exist.
 */
export function parseTimestamp(text: string): number | null {
  const match = RFC_3339.exec(text);
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as SixNumbers;
  if (hour > 23 || minute > 59 || second > 60) return null;
  const date = new Date(0);
  // Not Date.UTC, which takes the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const offset = offsetMs(match[8], Number(match[9] ?? 0), Number(match[10] ?? 0));
  if (offset === null) return null;
  const fraction = Math.trunc(Number(`0.${match[7] ?? '0'}`) * 1_000);
  return date.setUTCHours(hour, minute, second, fraction) - offset;
}

type SixNumbers = [number, number, number, number, number, number];

function offsetMs(sign: string | undefined, hours: number, minutes: number): number | null {
  if (hours > 23 || minutes > 59) return null;
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * MINUTE;
}

/** RFC 3339 in UTC with `Z`; the fraction (three digits) only where there is one. */
export function formatTimestamp(ms: number): string {
  const text = new Date(ms).toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text;
}

/** RFC 3339 in UTC and whole seconds: an instant as Kubernetes writes it in metadata and status. */
export function toKubernetesTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
