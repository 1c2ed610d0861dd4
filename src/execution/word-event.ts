import type { CapturedEvent } from './evidence.ts';

/** A cluster event as one line for a person: `Warning BackOff Pod/x: Back-off pulling image (4 times)`. */
export function wordEvent({ type, reason, objectKind, objectName, message, count }: CapturedEvent): string {
  const times = count > 1 ? ` (${count} times)` : '';
  return `${type} ${reason} ${objectKind}/${objectName}: ${message.trim()}${times}`;
}
