import type { Execution } from '../execution/execution.ts';
import { type FoldedRun, foldExecution } from '../execution/fold-execution.ts';
import { isManual, scheduledFor } from '../execution/run-origin.ts';
import type { CronJobEntry, JobEntry } from './view.ts';

/** What is to be done about the runs of one CronJob. */
export interface RunPlan {
  /** To be recorded now, in the order in which they ended. */
  readonly finished: readonly FinishedRun[];
  /** Gone before their outcome could be seen: there is nothing true to record. */
  readonly lost: readonly JobEntry[];
  readonly running: readonly RunningRun[];
  /** When a run that ended waits no longer; null when none waits. */
  readonly recheckAt: number | null;
}

export interface FinishedRun {
  readonly entry: JobEntry;
  readonly execution: Execution;
}

export interface RunningRun {
  readonly jobUid: string;
  readonly jobName: string;
  readonly startedAt: number;
  readonly manual: boolean;
  /** The slot that it runs for; null when it was started by hand. */
  readonly scheduledFor: number | null;
}

/** How long a failed run waits for its log and events. An alert without them beats one that is late. */
const EVIDENCE_WAIT_MS = 5_000;
/** The watches of Jobs and Pods are separate: the end of a Job may overtake that of its Pod. */
const POD_WAIT_MS = 1_000;
/** Likewise a deleted Job may be told before the one that replaced it, and a Job before its CronJob. */
const NEIGHBOUR_WAIT_MS = 5_000;

/**
 * Sorts the unrecorded runs of a CronJob. A run that waits holds back those that ended after it,
 * because alerts are decided in the order in which runs ended. Notes on an entry when its end was
 * first seen.
 */
export function planRuns(
  cronJob: CronJobEntry,
  evidencePending: (jobUid: string) => boolean,
  now: number,
): RunPlan {
  const finished: FinishedRun[] = [];
  const lost: JobEntry[] = [];
  const running: RunningRun[] = [];
  for (const entry of cronJob.unrecorded) {
    if (entry.recorded !== false) continue;
    const folded = fold(entry);
    if (folded.kind === 'lost') lost.push(entry);
    else if (folded.kind === 'finished') finished.push({ entry, execution: folded.execution });
    else if (folded.state !== 'suspended') running.push(toRunningRun(entry));
  }
  finished.sort(byEnd);
  for (const { entry } of finished) entry.endSeenAt ??= now;
  const waiting = finished.findIndex((run) => waitsUntil(run, evidencePending) > now);
  return {
    finished: waiting === -1 ? finished : finished.slice(0, waiting),
    lost,
    running: running.sort((a, b) => a.startedAt - b.startedAt || (a.jobUid < b.jobUid ? -1 : 1)),
    recheckAt: waiting === -1 ? null : waitsUntil(finished[waiting]!, evidencePending),
  };
}

function fold(entry: JobEntry): FoldedRun {
  return foldExecution({
    job: entry.job,
    log: entry.log,
    departed: entry.departure,
    concurrencyPolicy: entry.cronJob.cronJob?.concurrencyPolicy ?? 'Allow',
    newerSlotStarted: entry.departure !== null && newerSlotStarted(entry),
  });
}

function newerSlotStarted({ job, cronJob }: JobEntry): boolean {
  const slot = scheduledFor(job);
  if (slot === null) return false;
  if ((cronJob.cronJob?.lastScheduledFor ?? 0) > slot) return true;
  return cronJob.jobs.values().some((other) => (scheduledFor(other.job) ?? 0) > slot);
}

function toRunningRun({ job }: JobEntry): RunningRun {
  const startedAt = job.startedAt ?? job.createdAt;
  return {
    jobUid: job.uid,
    jobName: job.name,
    startedAt,
    manual: isManual(job),
    scheduledFor: scheduledFor(job),
  };
}

function byEnd(a: FinishedRun, b: FinishedRun): number {
  const order = a.execution.completedAt - b.execution.completedAt;
  return order || (a.execution.jobUid < b.execution.jobUid ? -1 : 1);
}

/** The instant until which the run waits for what may still come; the past when it waits for nothing. */
function waitsUntil({ entry, execution }: FinishedRun, evidencePending: (jobUid: string) => boolean): number {
  const waits: number[] = [];
  const failed = execution.outcome === 'failed';
  if (failed && evidencePending(execution.jobUid)) waits.push(EVIDENCE_WAIT_MS);
  if (podsAreBehind(entry, failed)) waits.push(POD_WAIT_MS);
  if (!entry.cronJob.present && entry.cronJob.cronJob === null) waits.push(NEIGHBOUR_WAIT_MS);
  if (mayHaveBeenReplaced(entry, execution)) waits.push(NEIGHBOUR_WAIT_MS);
  return waits.length === 0 ? -Infinity : entry.endSeenAt! + Math.max(...waits);
}

/** A successful Job without any Pod seen waits for none: its attempts say nothing more than it does. */
function podsAreBehind({ log }: JobEntry, failed: boolean): boolean {
  if (log.pods.length === 0) return failed;
  return log.pods.some(
    ({ pod }) => pod.phase !== 'Succeeded' && pod.phase !== 'Failed' && pod.deletedAt === null,
  );
}

function mayHaveBeenReplaced({ cronJob, job }: JobEntry, { reason }: Execution): boolean {
  return reason === 'Deleted' && cronJob.cronJob?.concurrencyPolicy === 'Replace' && !isManual(job);
}
