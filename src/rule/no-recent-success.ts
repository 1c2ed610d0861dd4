import { wordDuration } from '../lib/word-duration.ts';
import { wordInstant } from '../schedule/word-instant.ts';
import type { Zone } from '../schedule/zone.ts';
import { type Judgement, quietUnless } from './finding.ts';

export interface NoRecentSuccessSpec {
  readonly maxTimeSinceLastSuccessMs: number;
}

/** As of one instant. */
export interface NoRecentSuccessFacts {
  readonly cronJobName: string;
  /** Of the instants that are told. */
  readonly zone: Zone;
  /** When the last success ended; null before the first. */
  readonly lastSuccessAt: number | null;
  readonly createdAt: number;
  /** When the monitor was made; null under the built-in rules. */
  readonly monitoredSince: number | null;
  /** When the last suspension ended that monitoring paused with; null when there was none. */
  readonly resumedAt: number | null;
  /** Whether silence means nothing now: it is suspended, and the monitor pauses with it. */
  readonly paused: boolean;
  /** The Job that succeeded at this very moment; null when another thing happened. */
  readonly succeeded: string | null;
}

const reason = 'NoRecentSuccess';

/**
 * No run succeeded for so long. The time counts from the last success, else from when CronJob and monitor
 * both existed; a recreation and the end of a suspension begin it anew. Any success ends the alert.
 */
export function evaluateNoRecentSuccess(
  { maxTimeSinceLastSuccessMs: maxMs }: NoRecentSuccessSpec,
  facts: NoRecentSuccessFacts,
  now: number,
): Judgement {
  const { paused, succeeded } = facts;
  if (paused) return quietUnless(succeeded, reason, 'It is suspended, and monitoring pauses with it.');
  const since = Math.max(
    facts.lastSuccessAt ?? facts.monitoredSince ?? facts.createdAt,
    facts.createdAt,
    facts.resumedAt ?? -Infinity,
  );
  const dueAt = since + maxMs;
  if (dueAt > now) {
    return quietUnless(succeeded, reason, 'The last success is recent enough.', dueAt);
  }
  return {
    finding: {
      state: 'firing',
      reason,
      cause: String(since),
      title: `${facts.cronJobName} has not succeeded for ${wordDuration(maxMs)}`,
      message: `${wordSince(facts, since)} At most ${wordDuration(maxMs)} may pass without a success.`,
      run: null,
    },
    nextCheckAt: null,
  };
}

function wordSince(
  { lastSuccessAt, resumedAt, createdAt, zone }: NoRecentSuccessFacts,
  since: number,
): string {
  const instant = wordInstant(since, zone);
  if (since === lastSuccessAt) return `The last successful run ended ${instant}.`;
  if (since === resumedAt) return `No run has succeeded since the suspension ended ${instant}.`;
  if (since === createdAt) return `No run has succeeded since the CronJob was created ${instant}.`;
  return `No run has succeeded since monitoring began ${instant}.`;
}
