import { wordDuration } from '../lib/word-duration.ts';
import { wordInstant } from '../schedule/word-instant.ts';
import type { Zone } from '../schedule/zone.ts';
import { type Judgement, quiet } from './finding.ts';

export interface SuspendedTooLongSpec {
  readonly alertIfSuspendedForMs: number;
}

/** As of one instant. */
export interface SuspendedTooLongFacts {
  readonly cronJobName: string;
  readonly zone: Zone;
  /** When the suspension was first seen; null while there is none. */
  readonly suspendedSince: number | null;
}

const reason = 'SuspendedTooLong';

/** A CronJob stays suspended for longer than the monitor allows; the alert ends when it is resumed. */
export function evaluateSuspendedTooLong(
  { alertIfSuspendedForMs: maxMs }: SuspendedTooLongSpec,
  { cronJobName, zone, suspendedSince }: SuspendedTooLongFacts,
  now: number,
): Judgement {
  if (suspendedSince === null) return quiet(reason, 'ok', 'It was resumed.');
  const dueAt = suspendedSince + maxMs;
  if (dueAt > now) return quiet(reason, 'unchanged', 'It has not been suspended for too long.', dueAt);
  return {
    finding: {
      state: 'firing',
      reason,
      cause: String(suspendedSince),
      title: `${cronJobName} has been suspended for ${wordDuration(maxMs)}`,
      message:
        `It has been suspended since ${wordInstant(suspendedSince, zone)}, and starts no runs until it is ` +
        `resumed. The monitor allows ${wordDuration(maxMs)}.`,
      run: null,
    },
    nextCheckAt: null,
  };
}
