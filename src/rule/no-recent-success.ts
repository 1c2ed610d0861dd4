import { wordDuration } from '../lib/word-duration.ts';
import { wordInstant } from '../schedule/word-instant.ts';
import type { Zone } from '../schedule/zone.ts';
import { type Judgement, quiet } from './finding.ts';

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
  if (facts.paused) return quiet(reason, 'unchanged', 'It is suspended, and monitoring pauses with it.');
  const since = Math.max(
    facts.lastSuccessAt ?? facts.monitoredSince ?? facts.createdAt,
    facts.createdAt,
    facts.resumedAt ?? -Infinity,
  );
  const dueAt = since + maxMs;
  if (dueAt > now) {
    if (facts.succeeded === null)
      return quiet(reason, 'unchanged', 'The last success is recent enough.', dueAt);
    return quiet(reason, 'ok', `Job ${facts.succeeded} succeeded.`, dueAt);
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
