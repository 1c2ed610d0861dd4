import { formatTimestamp } from '../../lib/timestamp.ts';

/** The instant in RFC 3339; null stays null. */
export function toNullableTimestamp(at: number | null): string | null {
  return at === null ? null : formatTimestamp(at);
}
