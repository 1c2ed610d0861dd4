import { wordDuration } from '../lib/word-duration.ts';
import { wordInstant } from '../schedule/word-instant.ts';
import type { Zone } from '../schedule/zone.ts';
import { type Judgement, quiet } from './finding.ts';

export interface CronJobDeletedSpec {
  /** How long a recreation may take. */
  readonly bufferMs: number;
}

/** As of one instant. */
export interface CronJobDeletedFacts {
  readonly cronJobName: string;
  readonly uid: string;
  readonly zone: Zone;
  /** When it was seen to be gone; null while the cluster has it. */
  readonly deletedAt: number | null;
  /** When the monitor was made. */
  readonly monitoredSince: number;
  /** Whether somebody acknowledged the alert of this deletion, which ended it. */
  readonly acknowledged: boolean;
}

const reason = 'CronJobDeleted';

/**
 * A monitored CronJob was deleted and not created anew in time. A deletion from before the monitor
 * existed is none of its business. The alert ends with a recreation, or when it is acknowledged.
 */
export function evaluateCronJobDeleted(
  { bufferMs }: CronJobDeletedSpec,
  facts: CronJobDeletedFacts,
  now: number,
): Judgement {
  const { cronJobName, uid, zone, deletedAt, monitoredSince, acknowledged } = facts;
  if (deletedAt === null) return quiet(reason, 'ok', 'The CronJob was created anew.');
  if (acknowledged) return quiet(reason, 'unchanged', 'Somebody acknowledged the deletion.');
  if (deletedAt < monitoredSince)
    return quiet(reason, 'unchanged', 'It was deleted before the monitor was made.');
  const dueAt = deletedAt + bufferMs;
  if (dueAt > now) return quiet(reason, 'unchanged', 'It may still be created anew in time.', dueAt);
  return {
    finding: {
      state: 'firing',
      reason,
      cause: uid,
      title: `${cronJobName} was deleted`,
      message:
        `The CronJob was deleted ${wordInstant(deletedAt, zone)} and not created anew within ` +
        `${wordDuration(bufferMs)}. Acknowledge this alert if that was intended.`,
      run: null,
    },
    nextCheckAt: null,
  };
}
