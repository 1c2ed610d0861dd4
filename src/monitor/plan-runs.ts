import type { Execution } from '../execution/execution.ts';
import { type FoldedRun, foldExecution } from '../execution/fold-execution.ts';
import type { Pod } from '../execution/pod.ts';
import { isManual, scheduledFor } from '../execution/run-origin.ts';
import { startWait } from '../execution/start-wait.ts';
import { type StartEvent, type StuckStart, stuckStart } from '../execution/stuck-start.ts';
import { toldMessage } from '../execution/told-message.ts';
import { STUCK_AFTER_MS } from '../rule/stuck-before-start.ts';
import type { CronJobEntry, JobEntry } from './view.ts';

/** What is to be done about the runs of one CronJob. */
export interface RunPlan {
  /** To be recorded now, in the order in which they ended. */
  readonly finished: readonly FinishedRun[];
  /** Ended at `heldFrom` or later, and held back until what still may come of one of them has come. */
  readonly waiting: readonly FinishedRun[];
  /** What happened from then on is judged with the runs that wait; Infinity when none does. */
  readonly heldFrom: number;
  /** Gone before their outcome could be seen: there is nothing true to record. */
  readonly lost: readonly JobEntry[];
  readonly running: readonly RunningRun[];
  /** Those of the running whose start is overdue: the events about them tell why. */
  readonly overdue: readonly JobEntry[];
  /** When a wait ends, of a run that ended or of one that does not start; null when none waits. */
  readonly recheckAt: number | null;
}

/** What is known and awaited beside the cluster's objects. */
export interface RunEvidence {
  /** Whether evidence of the Job is still on its way. */
  pending(this: void, jobUid: string): boolean;
  /** The events about a run that does not start, as far as they were fetched. */
  startEvents(this: void, jobUid: string): readonly StartEvent[];
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
  /** `pending` has no running Pod; `finishing` is decided while its Pods still stop. */
  readonly state: 'pending' | 'running' | 'finishing';
  /** Why no Pod runs, once that lasts; null before and otherwise. */
  readonly stuck: StuckStart | null;
}

/** A Pod that starts within this is no news: most do, and each change of state is a write. */
const PENDING_AFTER_MS = 10_000;
/** From here on it is said why no Pod runs. */
const TELL_WHY_AFTER_MS = 60_000;
/** Asked again shortly before anybody is alarmed, so that the alert tells the cause of the day. */
const ASK_AGAIN_AFTER_MS = STUCK_AFTER_MS - 30_000;

/** How long a failed run waits for its log and events. An alert without them beats one that is late. */
const EVIDENCE_WAIT_MS = 5_000;
/** The watches of Jobs and Pods are separate: the end of a Job may overtake that of its Pod. */
const POD_WAIT_MS = 1_000;
/** Likewise a deleted Job may be told before the one that replaced it, and a Job before its CronJob. */
const NEIGHBOUR_WAIT_MS = 5_000;
/**
 * How long a run that ended after a deadline waits for silent watches, without which the deadline cannot be judged:
 * longer than a watch that fell silent after the one that told of the run is taken for dead (90 s) and begun anew.
 * One that cannot be read for longer is forbidden, or its kind is broken: then a late truth is worse.
 */
const SILENCE_WAIT_MS = 180_000;

/**
 * Sorts the unrecorded runs of a CronJob. A run that waits holds back those that ended after it, because alerts
 * are decided in the order in which runs ended. While it waits for Pods of which one may tell of an earlier start, it
 * holds back what ended since it was due to start: nobody knows yet how long it waited. Those that ended at
 * `awaitedFrom` or later wait for silent watches. Notes on an entry when its end was first seen.
 */
export function planRuns(
  cronJob: CronJobEntry,
  evidence: RunEvidence,
  { now, awaitedFrom = Infinity }: { readonly now: number; readonly awaitedFrom?: number },
): RunPlan {
  const finished: FinishedRun[] = [];
  const lost: JobEntry[] = [];
  const running: RunningRun[] = [];
  const overdue: JobEntry[] = [];
  for (const entry of cronJob.unrecorded) {
    if (entry.recorded !== false) continue;
    const folded = fold(entry);
    if (folded.kind === 'lost') lost.push(entry);
    else if (folded.kind === 'finished') finished.push({ entry, execution: folded.execution });
    else if (folded.state !== 'suspended') {
      const run = toRunningRun(entry, folded.state, evidence.startEvents(entry.job.uid), now);
      running.push(run);
      if (run.stuck !== null) overdue.push(entry);
    }
  }
  finished.sort(byEnd);
  for (const { entry } of finished) entry.endSeenAt ??= now;
  const waits = (run: FinishedRun): number => waitsUntil(run, evidence.pending, awaitedFrom);
  const held = finished.filter((run) => waits(run) > now);
  const heldFrom = Math.min(...held.map((run) => heldFromBy(run, now)));
  return {
    finished: finished.filter(({ execution }) => execution.completedAt < heldFrom),
    waiting: finished.filter(({ execution }) => execution.completedAt >= heldFrom),
    heldFrom,
    lost,
    running: running.sort((a, b) => a.startedAt - b.startedAt || (a.jobUid < b.jobUid ? -1 : 1)),
    overdue,
    recheckAt: earliest([
      ...held.map(waits),
      ...[...cronJob.unrecorded].flatMap((entry) => startChecks(entry, now)),
    ]),
  };
}

/** Where clocks differ a run may end before it starts, and is to wait all the same. */
function heldFromBy({ entry, execution }: FinishedRun, now: number): number {
  const { startedAt, completedAt } = execution;
  const startIsKnown = startWait(entry.job, entry.log, null)?.isCertain === true;
  const awaitsPods = podsAreBehind(entry, execution) && entry.endSeenAt! + POD_WAIT_MS > now;
  return awaitsPods && !startIsKnown ? Math.min(startedAt, completedAt) : completedAt;
}

/** When a run that has no running Pod is looked at again. */
function startChecks({ job, log, recorded, departure }: JobEntry, now: number): readonly number[] {
  if (recorded !== false || departure !== null) return [];
  const stuck = stuckStart(job, log, []);
  if (stuck === null) return [];
  return [PENDING_AFTER_MS, TELL_WHY_AFTER_MS, ASK_AGAIN_AFTER_MS]
    .map((ms) => stuck.since + ms)
    .filter((at) => at > now);
}

function earliest(instants: readonly number[]): number | null {
  return instants.length === 0 ? null : Math.min(...instants);
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

function toRunningRun(
  { job, log }: JobEntry,
  state: 'running' | 'pending' | 'finishing',
  events: readonly StartEvent[],
  now: number,
): RunningRun {
  const stuck = stuckStart(job, log, events);
  const idleMs = stuck === null ? 0 : now - stuck.since;
  return {
    jobUid: job.uid,
    jobName: job.name,
    startedAt: job.startedAt ?? job.createdAt,
    manual: isManual(job),
    scheduledFor: scheduledFor(job),
    state: state === 'finishing' ? state : idleMs >= PENDING_AFTER_MS ? 'pending' : 'running',
    stuck:
      stuck === null || idleMs < TELL_WHY_AFTER_MS
        ? null
        : { ...stuck, message: toldMessage(stuck.message) ?? '' },
  };
}

function byEnd(a: FinishedRun, b: FinishedRun): number {
  const order = a.execution.completedAt - b.execution.completedAt;
  return order || (a.execution.jobUid < b.execution.jobUid ? -1 : 1);
}

/** The instant until which the run waits for what may still come; the past when it waits for nothing. */
function waitsUntil(
  { entry, execution }: FinishedRun,
  evidencePending: (jobUid: string) => boolean,
  awaitedFrom: number,
): number {
  const waits: number[] = [];
  const failed = execution.outcome === 'failed';
  if (failed && evidencePending(execution.jobUid)) waits.push(EVIDENCE_WAIT_MS);
  if (podsAreBehind(entry, execution)) waits.push(POD_WAIT_MS);
  if (!entry.cronJob.present && entry.cronJob.cronJob === null) waits.push(NEIGHBOUR_WAIT_MS);
  if (execution.completedAt >= awaitedFrom) waits.push(SILENCE_WAIT_MS);
  if (mayHaveBeenReplaced(entry, execution)) waits.push(NEIGHBOUR_WAIT_MS);
  return waits.length === 0 ? -Infinity : entry.endSeenAt! + Math.max(...waits);
}

/** Whether Pods would tell more than was seen of them. Without any, a success at the first attempt and in time is what it is. */
function podsAreBehind({ job, log }: JobEntry, { outcome, startedAt, completedAt }: Execution): boolean {
  if (log.pods.length === 0) {
    return outcome === 'failed' || job.failed > 0 || completedAt - startedAt > STUCK_AFTER_MS;
  }
  const succeeded = log.pods.filter(({ pod }) => pod.phase === 'Succeeded').length;
  const failed = log.pods.filter(({ pod }) => pod.phase === 'Failed' || isGoing(pod)).length;
  const missing = failed < job.failed || (outcome === 'success' && succeeded === 0);
  return missing || succeeded + failed < log.pods.length;
}

/** Kubernetes counts a Pod that was deleted before it succeeded as failed. */
function isGoing({ phase, deletedAt }: Pod): boolean {
  return deletedAt !== null && phase !== 'Succeeded' && phase !== 'Failed';
}

function mayHaveBeenReplaced({ cronJob, job }: JobEntry, { reason }: Execution): boolean {
  return reason === 'Deleted' && cronJob.cronJob?.concurrencyPolicy === 'Replace' && !isManual(job);
}
