import { storableText } from '../lib/storable-text.ts';
import { redact } from './redact.ts';

/** As much as the kubelet itself takes of a termination message. */
const LONGEST = 4_096;

/**
 * What the cluster says about a Pod or container, fit to be kept: secrets redacted, since a termination
 * message may be the end of a log, and at most 4,096 characters.
 */
export function toldMessage(message: string | null): string | null {
  if (message === null) return null;
  // Twice as much, so that a secret on the edge is recognised before the cut.
  const redacted = storableText(redact(message.slice(0, 2 * LONGEST)));
  return redacted.length <= LONGEST ? redacted : `${redacted.slice(0, LONGEST - 1)}…`;
}
