import { MINUTE, SECOND } from './lib/duration.ts';
import { wordDuration } from './lib/word-duration.ts';

/** What the service is judged by, whether its silence means that all is well. */
export interface ServiceState {
  readonly now: number;
  readonly ready: boolean;
  /** Of each watch; null before its first byte. */
  readonly watches: readonly { readonly resource: string; readonly lastByteAt: number | null }[];
  /** When the store last took a heartbeat; null before the first. */
  readonly storeWrittenAt: number | null;
  /** CronJobs whose last attempt to be recorded failed. */
  readonly failing: number;
  /** Since when the message has been due that has been due for longest; null when none is due. */
  readonly dueSince: number | null;
}

/** As long as a watch may be silent before it is opened anew. */
const LONGEST_SILENCE_MS = 90 * SECOND;
/** Three heartbeats of the store. */
const LONGEST_UNWRITTEN_MS = 90 * SECOND;
/** A due message is claimed at once; one that nobody claims for so long is stuck. */
const LONGEST_DUE_MS = 2 * MINUTE;

/** Why the service cannot be trusted at the moment, as clauses for a log; empty when all is well. */
export function serviceProblems(state: ServiceState): readonly string[] {
  const { now, ready, watches, storeWrittenAt, failing, dueSince } = state;
  const problems: string[] = [];
  if (!ready) problems.push('what was listed is still being recorded');
  for (const { resource, lastByteAt } of watches) {
    if (lastByteAt !== null && now - lastByteAt <= LONGEST_SILENCE_MS) continue;
    problems.push(`the watch of ${resource} is silent`);
  }
  if (storeWrittenAt === null || now - storeWrittenAt > LONGEST_UNWRITTEN_MS) {
    problems.push('the store takes no writes');
  }
  if (failing > 0) problems.push(`${failing} CronJobs could not be recorded`);
  if (dueSince !== null && now - dueSince > LONGEST_DUE_MS) {
    problems.push(`a message has been due for ${wordDuration(now - dueSince)} and is not sent`);
  }
  return problems;
}
