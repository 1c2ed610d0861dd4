import type { CronJob } from '../execution/cron-job.ts';
import { type CronJobFacts, firstFacts, nextFacts } from '../execution/cron-job-facts.ts';
import { equalJson } from '../lib/equal-json.ts';
import type { Zone } from '../schedule/zone.ts';
import { isChangedForSlots } from '../slot/is-changed-for-slots.ts';
import { nextRunAt } from './next-run.ts';
import { judgedSpec } from './stored-row.ts';
import { timetableOf } from './timetable-of.ts';
import type { RunningRun, RunPlan } from './plan-runs.ts';
import type { SlotPlan } from './plan-slots.ts';
import type { CronJobEntry, StoredRow } from './view.ts';

/** What is to be written about a CronJob itself. */
export interface RowPlan {
  /** Null when it has no row yet; there is an `upsert` then. */
  readonly id: number | null;
  readonly upsert: CronJob | null;
  /** Whether the running runs or the next one have to be written. */
  readonly live: boolean;
  readonly markDeleted: boolean;
  /** The row afterwards. */
  readonly after: Omit<StoredRow, 'id'>;
  readonly running: readonly RunningRun[];
}

/** The window of a CronJob's statistics when no monitor says otherwise. */
export const DEFAULT_WINDOW_DAYS = 7;

/** Null when there is nothing to keep: it is gone, has no row, and no run of it is to be recorded. */
export function planRow(
  entry: CronJobEntry,
  {
    windowDays,
    runs,
    slots,
    zone,
    now,
    settled,
  }: {
    readonly windowDays: number;
    readonly runs: RunPlan;
    readonly slots: SlotPlan;
    /** Of the cluster's controller manager. */
    readonly zone: Zone;
    readonly now: number;
    /** Whether the slots were judged by what the spec said until now. */
    readonly settled: boolean;
  },
): RowPlan | null {
  const { stored, present } = entry;
  const cronJob = present && !settled ? asJudged(entry) : entry.cronJob;
  const facts = factsAfter({ ...entry, cronJob }, runs, slots, now);
  if (!present) return planGone(entry, windowDays, runs, facts, now);
  const { running } = runs;
  const after = {
    ...facts,
    cronJob,
    nextRunAt: cronJob === null ? null : nextRunAt(cronJob, timetableOf(entry, cronJob, zone), now),
    windowDays,
    running: JSON.stringify(running),
    deletedAt: null,
  };
  const changed =
    stored === null ||
    stored.deletedAt !== null ||
    stored.windowDays !== windowDays ||
    !isSameRow(stored.cronJob, cronJob);
  return {
    id: stored?.id ?? null,
    upsert: changed ? cronJob : null,
    live:
      after.running !== (stored?.running ?? '[]') ||
      (!changed && (after.nextRunAt !== stored.nextRunAt || slots.empty.length > 0)),
    markDeleted: false,
    after,
    running,
  };
}

/**
 * As long as its slots are not judged, the row keeps the spec that they are to be judged by: whatever becomes of
 * this process, the edit is then found to be one.
 */
function asJudged({ stored, cronJob }: CronJobEntry): CronJob | null {
  const before = judgedSpec(stored);
  if (before === null || cronJob === null) return cronJob;
  return isChangedForSlots(before, cronJob) ? before : cronJob;
}

/** What is known of the CronJob after this look at it. */
function factsAfter({ stored, cronJob }: CronJobEntry, runs: RunPlan, slots: SlotPlan, now: number) {
  const finished = runs.finished.map(({ execution }) => execution);
  const sameAsBefore = stored?.cronJob === null || stored?.cronJob.uid === cronJob?.uid;
  const before = { ...(stored ?? firstFacts(now)), ...(!sameAsBefore && { suspendedSince: null }) };
  return nextFacts(before, {
    cronJob: cronJob ?? { suspend: false, lastSuccessfulAt: null },
    startedAt: [...finished, ...runs.running].map(({ startedAt }) => startedAt),
    succeededAt: finished
      .filter(({ outcome }) => outcome === 'success')
      .map(({ completedAt }) => completedAt),
    slotsJudgedUntil: slots.judgedUntil,
    suspendedBy: slots.suspendedBy,
    now,
  });
}

/**
 * Whether nothing of the CronJob changed but what its status says, which alone is worth no write: the
 * cluster says it again at the next start.
 */
function isSameRow(a: CronJob | null, b: CronJob | null): boolean {
  if (a === b || a === null || b === null) return a === b;
  const noStatus = { lastScheduledFor: null, lastSuccessfulAt: null };
  return equalJson({ ...a, ...noStatus }, { ...b, ...noStatus });
}

/** A row is made even for a CronJob that was never seen, so that the run of a Job that outlived it is kept. */
function planGone(
  entry: CronJobEntry,
  windowDays: number,
  runs: RunPlan,
  facts: CronJobFacts,
  now: number,
): RowPlan | null {
  const { stored, cronJob } = entry;
  if (stored === null && runs.finished.length === 0) return null;
  const after = {
    ...facts,
    cronJob,
    nextRunAt: null,
    windowDays,
    running: '[]',
    deletedAt: stored?.deletedAt ?? now,
  };
  return {
    id: stored?.id ?? null,
    upsert: stored === null ? (cronJob ?? fromItsJobs(entry)) : null,
    live: false,
    markDeleted: stored === null || stored.deletedAt === null,
    after,
    running: [],
  };
}

/** As much of the CronJob as its Jobs tell. */
function fromItsJobs({ namespace, name, jobs }: CronJobEntry): CronJob {
  const all = [...jobs.values()].map(({ job }) => job);
  return {
    uid: all[0]?.owner?.uid ?? '',
    namespace,
    name,
    generation: 0,
    labels: {},
    schedule: '',
    timeZone: null,
    suspend: false,
    concurrencyPolicy: 'Allow',
    startingDeadlineSeconds: null,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
    ttlSecondsAfterFinished: null,
    createdAt: Math.min(...all.map(({ createdAt }) => createdAt)),
    lastScheduledFor: null,
    lastSuccessfulAt: null,
  };
}
