import { MINUTE, SECOND } from '../lib/duration.ts';

/** Failures of one cause that wait to be told on a channel. */
export interface WaitingCause {
  /** As `commonCause` names it. */
  readonly cause: string;
  /** Of alerts. */
  readonly count: number;
  /** When the first and the last of them could have been sent. */
  readonly firstAt: number;
  readonly lastAt: number;
}

/** What becomes of them. */
export type StormStep =
  /** They go out as one message. */
  | { readonly kind: 'join' }
  /** Too few for a storm: each goes out by itself. */
  | { readonly kind: 'alone' }
  | { readonly kind: 'wait'; readonly until: number };

/** Two at once may be chance. */
const STORM_FROM = 3;
/** How long the first one waits for others; long enough for the controllers to find all Pods of a node. */
export const FIRST_WAIT_MS = 30 * SECOND;
/** A storm is over when nothing came for so long. */
const QUIET_MS = 10 * SECOND;
/** After so long it is told, though it goes on. */
const LONGEST_WAIT_MS = 2 * MINUTE;

/** Whether failures of one cause are told as one, and when: the first waits, and on as long as others come. */
export function groupStorm({ count, firstAt, lastAt }: WaitingCause, now: number): StormStep {
  const quietAt = Math.min(lastAt + QUIET_MS, firstAt + LONGEST_WAIT_MS);
  const until = Math.max(firstAt + FIRST_WAIT_MS, quietAt);
  if (now < until) return { kind: 'wait', until };
  return { kind: count >= STORM_FROM ? 'join' : 'alone' };
}
