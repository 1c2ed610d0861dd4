import type { CronJob } from '../execution/cron-job.ts';
import type { Period } from '../slot/slot-facts.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Zone } from '../schedule/zone.ts';
import { commitPlan, StaleFactsError, type SyncPlan } from './commit.ts';
import { judgeCronJob } from './judge-cron-job.ts';
import { dueAt } from './judged-state.ts';
import type { SelectingMonitor } from './membership.ts';
import { loadStartedRuns } from './load-started-runs.ts';
import { type HeldReader, heldReader } from './plan-ongoing.ts';
import { planRuns, type RunEvidence, type RunPlan } from './plan-runs.ts';
import { planSlots } from './plan-slots.ts';
import { DEFAULT_WINDOW_DAYS, planRow } from './row-plan.ts';
import type { SyncStore } from './sync-store.ts';
import { toStoredRow } from './stored-row.ts';
import type { CronJobEntry, JobEntry, View } from './view.ts';

export interface SyncOptions {
  readonly view: View;
  readonly store: SyncStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Of the cluster's controller manager: holds for CronJobs that name no time zone. */
  readonly zone: Zone;
  readonly watch: WatchState;
  /** Called with CronJobs that were looked at while the watches were silent, to be looked at again. */
  readonly onStale: (keys: readonly string[]) => void;
  /** Asks what hindered a CronJob's slot; with the answer it is looked at again. */
  readonly askController: (entry: CronJobEntry) => void;
  /** The monitors that select a CronJob, or did as long as it was there. */
  readonly selecting: (cronJob: CronJob) => readonly SelectingMonitor[];
  readonly evidence: RunEvidence;
  /** Called when the store was found not to have a Job's run, whose evidence is then worth having. */
  readonly onUnrecorded: (entry: JobEntry) => void;
  /** Called as often as a run is seen that should have a running Pod by now. */
  readonly onOverdue: (entry: JobEntry) => void;
  /** Called when a run is in the store, or can never be: nothing more is wanted of its Job. */
  readonly onDone: (entry: JobEntry) => void;
  /** Called after each commit with what it wrote. */
  readonly onCommitted: (plan: SyncPlan) => void;
}

/** How far the watches can be relied upon. */
export interface WatchState {
  /** Whether something may be concluded from what was not told. */
  isFresh(): boolean;
  /** When nobody watched, oldest first. */
  readonly blind: readonly Period[];
  /** The gap that the start of this process ended; null when there was none. */
  readonly startedAfter: Period | null;
  /** When the API server was out of reach, oldest first. */
  readonly outages: readonly Period[];
  /** When the watches were silent, oldest first: nothing was missed, but nobody knows when it happened. */
  readonly silences: readonly Period[];
}

/**
 * Brings CronJobs up to date in the store, all in one transaction: reads what is known, decides
 * with pure functions, writes. Resolves to when each wants to be looked at again. Level-triggered:
 * done again for the same state it writes nothing. When it rejects, nothing was written. Where a replica
 * was there first, what it wrote is read, and it is decided once more.
 */
export async function syncCronJobs(
  options: SyncOptions,
  keys: readonly string[],
): Promise<Map<string, number | null>> {
  try {
    return await syncOnce(options, keys);
  } catch (error) {
    if (!(error instanceof StaleFactsError)) throw error;
    options.log.debug({ keys, reason: error.message }, 'what a replica wrote is taken up');
    return syncOnce(options, keys);
  }
}

async function syncOnce(options: SyncOptions, keys: readonly string[]): Promise<Map<string, number | null>> {
  const { view, store, clock, watch, onStale } = options;
  const entries = keys.map((key) => view.cronJobs.get(key)).filter((entry) => entry !== undefined);
  await askForRecorded(options, entries);
  const now = clock.now();
  const fresh = watch.isFresh();
  if (!fresh) onStale(keys);
  const ids = entries.flatMap(({ stored }) => stored?.id ?? []);
  const heldOf = heldReader(store, ids, now);
  const plans = await Promise.all(entries.map((entry) => planSync(options, entry, { now, fresh, heldOf })));
  const writing = plans.filter(writesAnything);
  if (writing.length > 0) {
    try {
      const durable = writing.some(
        ({ changes }) => changes.transitions.length > 0 || changes.deliveries.length > 0,
      );
      const rowIds = await store.transaction(
        (tables) => Promise.all(writing.map((plan) => commitPlan(tables, plan, now))),
        { durable },
      );
      writing.forEach((plan, index) => applyPlan(options, plan, rowIds[index]!));
    } catch (error) {
      // Perhaps another writer was there first, perhaps the answer to the commit was lost.
      for (const { runs } of writing) for (const { entry } of runs.finished) entry.recorded = null;
      for (const { entry } of writing) forgetOpenAlerts(entry);
      throw error;
    }
  }
  for (const plan of plans) {
    noteFacts(plan);
    if (plan.slots.asks) options.askController(plan.entry);
    forgetLost(options, plan.runs);
  }
  for (const entry of entries) view.forgetIfGone(entry);
  return new Map(
    plans.map(({ entry, runs, slots, row, repeatAt }) => [
      entry.key,
      earliest(
        runs.recheckAt,
        slots.recheckAt,
        startOf(row?.after.nextRunAt),
        dueAt(entry.judged, now),
        repeatAt,
      ),
    ]),
  );
}

/** One question for all Jobs that it was not asked for yet. */
async function askForRecorded(
  { store, view, onDone, onUnrecorded }: SyncOptions,
  entries: readonly CronJobEntry[],
): Promise<void> {
  const unknown = entries
    .flatMap(({ unrecorded }) => [...unrecorded])
    .filter(({ recorded }) => recorded === null);
  if (unknown.length === 0) return;
  const recorded = await store.executions.recordedUids(unknown.map(({ job }) => job.uid));
  for (const entry of unknown) {
    if (recorded.has(entry.job.uid)) {
      view.markRecorded(entry);
      onDone(entry);
    } else {
      entry.recorded = false;
      onUnrecorded(entry);
    }
  }
}

interface PlanOptions {
  readonly now: number;
  readonly heldOf: HeldReader;
  /** Whether something may be concluded from what was not told. */
  readonly fresh: boolean;
  /** Runs that ended then or later lie behind a deadline that cannot be judged yet; none unless given. */
  readonly awaitedFrom?: number;
}

async function planSync(
  options: SyncOptions,
  entry: CronJobEntry,
  { now, fresh, heldOf, awaitedFrom = Infinity }: PlanOptions,
): Promise<SyncPlan> {
  const { store, evidence, selecting, zone, watch, onOverdue } = options;
  const runs = planRuns(entry, evidence, { now, awaitedFrom });
  runs.overdue.forEach(onOverdue);
  const monitors = entry.cronJob === null ? [] : selecting(entry.cronJob);
  if (entry.stored === null && (entry.present || runs.finished.length > 0)) await findRow(options, entry);
  const windowDays =
    monitors.find(({ spec }) => spec.sla !== null)?.spec.sla?.windowDays ?? DEFAULT_WINDOW_DAYS;
  await loadStartedRuns(store, entry, watch.blind);
  const { blind, silences, outages, startedAfter } = watch;
  const { lost, heldFrom } = runs;
  const slots = planSlots(entry, { blind, silences, zone, now, fresh, heldFrom, lost });
  const settled = fresh && runs.waiting.length === 0;
  const row = planRow(entry, { windowDays, runs, slots, zone, now, settled });
  const patient = !fresh && runs.finished.every(({ execution }) => execution.completedAt < awaitedFrom);
  const given = {
    entry,
    runs,
    slots,
    row,
    monitors,
    zone,
    outages,
    startedAfter,
    heldOf,
    now,
    fresh,
    patient,
  };
  const { putAsideFrom, ...judgement } = await judgeCronJob(store, given);
  // What is recorded is judged with it: so a run whose end is not judged yet is not recorded either.
  if (runs.finished.some(({ execution }) => execution.completedAt >= (putAsideFrom ?? Infinity))) {
    return planSync(options, entry, { now, fresh, heldOf, awaitedFrom: putAsideFrom! });
  }
  return { entry, runs, slots, row, ...judgement };
}

/** A CronJob continues the row of an earlier one of its name, and a Job that outlives its CronJob has that row. */
async function findRow({ store }: SyncOptions, entry: CronJobEntry): Promise<void> {
  const found = await store.cronJobs.find(entry.namespace, entry.name);
  if (found !== null) entry.stored = toStoredRow(found);
}

/** Whether a commit would change anything. */
function writesAnything({ row, runs, slots, changes }: SyncPlan): boolean {
  if (row === null) return false;
  const rowChanges =
    row.upsert !== null || row.live || row.markDeleted || slots.claimed.length > 0 || slots.empty.length > 0;
  const alertChanges = [changes.transitions, changes.deliveries, changes.withdrawn, changes.holds].some(
    ({ length }) => length > 0,
  );
  return rowChanges || runs.finished.length > 0 || alertChanges;
}

function applyPlan({ view, onDone, onCommitted }: SyncOptions, plan: SyncPlan, id: number | null): void {
  if (id === null || plan.row === null) return;
  plan.entry.stored = { id, ...plan.row.after };
  for (const { entry } of plan.runs.finished) {
    view.markRecorded(entry);
    onDone(entry);
  }
  onCommitted(plan);
}

function forgetOpenAlerts(entry: CronJobEntry): void {
  if (entry.judged !== null) entry.judged = { ...entry.judged, hasOpenAlerts: null };
}

/** What was found out and is worth no write of its own: the next one carries it. */
function noteFacts({ entry, slots, row, judged }: SyncPlan): void {
  entry.judged = judged;
  entry.runs = slots.runs;
  entry.vanished = [];
  if (entry.stored !== null && row !== null) entry.stored = { id: entry.stored.id, ...row.after };
}

function forgetLost({ log, view, onDone }: SyncOptions, { lost }: RunPlan): void {
  for (const entry of lost) {
    log.info({ cronJob: entry.cronJob.key, job: entry.job.name }, 'a run went unseen before it ended');
    view.drop(entry);
    onDone(entry);
  }
}

/** The controller's nextScheduleDelta: it starts a run so long after its slot, and none before. */
const START_DELAY_MS = 100;

function startOf(slot: number | null | undefined): number | null {
  return slot === null || slot === undefined ? null : slot + START_DELAY_MS;
}

function earliest(...instants: readonly (number | null | undefined)[]): number | null {
  const known = instants.filter((at) => typeof at === 'number');
  return known.length === 0 ? null : Math.min(...known);
}
