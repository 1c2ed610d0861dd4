import type { Period } from '../slot/slot-facts.ts';
import { type StartedRun, toStartedRun } from '../slot/started-run.ts';
import type { FactsStore } from './sync-store.ts';
import type { CronJobEntry } from './view.ts';

/**
 * Puts together, once after a start, the runs of a CronJob that slots which nobody watched are judged by:
 * those that an earlier process recorded, and the Jobs that the cluster still has.
 */
export async function loadStartedRuns(
  store: Pick<FactsStore, 'executions'>,
  entry: CronJobEntry,
  blind: readonly Period[],
): Promise<void> {
  const { stored } = entry;
  if (entry.runsLoaded || stored === null) return;
  entry.runsLoaded = true;
  const { slotsJudgedUntil: since } = stored;
  if (since === null || !blind.some(({ to }) => to > since)) return;
  const recorded = await store.executions.startedRunsSince(stored.id, since);
  const runs = new Map<string, StartedRun>(recorded.map((run) => [run.jobUid, run]));
  for (const { job, departure } of entry.jobs.values()) runs.set(job.uid, toStartedRun(job, departure));
  entry.runs = new Map([...runs, ...entry.runs]);
}
