import type { CronJob } from '../execution/cron-job.ts';
import { equalJson } from '../lib/equal-json.ts';
import type { Zone } from '../schedule/zone.ts';
import { nextRunAt } from './next-run.ts';
import type { RunningRun } from './plan-runs.ts';
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
    running,
    records,
    zone,
    now,
  }: {
    readonly windowDays: number;
    readonly running: readonly RunningRun[];
    /** Whether runs are to be recorded, for which there must be a row. */
    readonly records: boolean;
    /** Of the cluster's controller manager. */
    readonly zone: Zone;
    readonly now: number;
  },
): RowPlan | null {
  const { stored, present, cronJob } = entry;
  if (!present) return planGone(entry, windowDays, records);
  const after = {
    cronJob,
    nextRunAt: cronJob === null ? null : nextRunAt(cronJob, zone, now),
    windowDays,
    running: JSON.stringify(running),
    deleted: false,
  };
  const changed =
    stored === null ||
    stored.deleted ||
    stored.windowDays !== windowDays ||
    !isSameRow(stored.cronJob, cronJob);
  return {
    id: stored?.id ?? null,
    upsert: changed ? cronJob : null,
    live: after.running !== (stored?.running ?? '[]') || (!changed && after.nextRunAt !== stored.nextRunAt),
    markDeleted: false,
    after,
    running,
  };
}

/**
 * Whether nothing of the CronJob changed but its last slot, which alone is worth no write: the cluster
 * says it again at the next start.
 */
function isSameRow(a: CronJob | null, b: CronJob | null): boolean {
  if (a === b || a === null || b === null) return a === b;
  return equalJson({ ...a, lastScheduledFor: null }, { ...b, lastScheduledFor: null });
}

/** A row is made even for a CronJob that was never seen, so that the run of a Job that outlived it is kept. */
function planGone(entry: CronJobEntry, windowDays: number, records: boolean): RowPlan | null {
  const { stored, cronJob } = entry;
  if (stored === null && !records) return null;
  const after = { cronJob, nextRunAt: null, windowDays, running: '[]', deleted: true };
  return {
    id: stored?.id ?? null,
    upsert: stored === null ? (cronJob ?? fromItsJobs(entry)) : null,
    live: false,
    markDeleted: stored === null || !stored.deleted,
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
    labels: {},
    schedule: '',
    timeZone: null,
    suspend: false,
    concurrencyPolicy: 'Allow',
    startingDeadlineSeconds: null,
    createdAt: Math.min(...all.map(({ createdAt }) => createdAt)),
    lastScheduledFor: null,
  };
}
