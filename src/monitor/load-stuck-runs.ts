import { stuckStart } from '../execution/stuck-start.ts';
import { SECOND } from '../lib/duration.ts';
import { STUCK_AFTER_MS, type StuckRun } from '../rule/stuck-before-start.ts';
import type { RunPlan } from './plan-runs.ts';
import type { FactsStore } from './sync-store.ts';
import type { CronJobEntry, JobEntry } from './view.ts';

/** The runs of a CronJob that have no running Pod. */
export interface StuckRuns {
  /** By `since`. */
  readonly runs: readonly StuckRun[];
  /** Those about which the cluster's events are to be asked for now. */
  readonly unexplained: readonly JobEntry[];
  /** When they are to be asked for about the next one; null when there is none. */
  readonly recheckAt: number | null;
}

export const NO_STUCK_RUNS: StuckRuns = { runs: [], unexplained: [], recheckAt: null };

/** Events are asked for so long before an alert is due, so that its words are there when it is. */
const ASK_BEFORE_MS = 5 * SECOND;

/** Reads what keeps each run from starting; events are read only for those that are almost too late. */
export async function loadStuckRuns(
  { evidence }: Pick<FactsStore, 'evidence'>,
  { jobs }: CronJobEntry,
  { running }: RunPlan,
  now: number,
): Promise<StuckRuns> {
  const stuck: StuckRun[] = [];
  const unexplained: JobEntry[] = [];
  let recheckAt = Infinity;
  for (const { jobUid, jobName } of running) {
    const entry = jobs.get(jobUid);
    const found = entry === undefined ? null : stuckStart(entry.job, entry.log, []);
    if (entry === undefined || found === null) continue;
    const askAt = found.since + STUCK_AFTER_MS - ASK_BEFORE_MS;
    if (askAt > now) {
      recheckAt = Math.min(recheckAt, askAt);
      stuck.push({ jobUid, jobName, ...found });
      continue;
    }
    unexplained.push(entry);
    const explained = stuckStart(entry.job, entry.log, await evidence.eventsOf(jobUid));
    stuck.push({ jobUid, jobName, ...(explained ?? found) });
  }
  return {
    runs: stuck.toSorted((a, b) => a.since - b.since),
    unexplained,
    recheckAt: recheckAt === Infinity ? null : recheckAt,
  };
}
