import { SECOND } from '../lib/duration.ts';
import type { Period } from '../slot/slot-facts.ts';
import { endOfQuarter } from './comparison-times.ts';
import { type JudgedState, SETTLE_MS } from './judged-state.ts';
import type { FactsStore } from './sync-store.ts';

/** Rates follow what they count by one look at the CronJob; a process that stopped this soon may have had none. */
const RATED_WITHIN_MS = 10 * SECOND;

const NOTHING = { toRate: [], toCompare: [] };

/**
 * What figures were still to be judged when an earlier process stopped, by the run that it recorded last: the
 * rate that counts it, and the durations at the end of its quarter of an hour. A process knows what is due only
 * from the runs whose end it saw. Judging again what was judged adds nothing: nothing was recorded since.
 */
export async function loadUnrated(
  { executions }: Pick<FactsStore, 'executions'>,
  cronJobId: number,
  startedAfter: Period | null,
): Promise<Pick<JudgedState, 'toRate' | 'toCompare'>> {
  const last = startedAfter === null ? null : await executions.lastRecorded(cronJobId);
  if (startedAfter === null || last === null || last.observedAt >= startedAfter.to) return NOTHING;
  const { completedAt: at, scheduledFor: slot, observedAt } = last;
  const quarter = endOfQuarter(at);
  const isRated = slot === null || observedAt + RATED_WITHIN_MS < startedAfter.from;
  return {
    toRate: isRated ? [] : [{ at, slot, knownUntil: at }],
    toCompare: quarter + SETTLE_MS < startedAfter.from ? [] : [quarter],
  };
}
