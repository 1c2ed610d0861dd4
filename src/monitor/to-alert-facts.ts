import type { Alert } from '../alert/alert.ts';
import type { Evidence } from '../alert/message-context.ts';
import type { CronJob } from '../execution/cron-job.ts';
import { scheduledFor } from '../execution/run-origin.ts';
import { startWait } from '../execution/start-wait.ts';
import { givenUpAt } from '../slot/given-up-at.ts';
import type { EmptySlot } from '../slot/slot.ts';
import type { StuckRun } from '../rule/stuck-before-start.ts';
import { slotAfter, type Timetable } from '../schedule/timetable.ts';
import type { Zone } from '../schedule/zone.ts';
import type { AlertFacts, Rating, RecentRun } from './decide-alerts.ts';
import { type DecidedSlot, type JudgedState, SETTLE_MS } from './judged-state.ts';
import type { SelectingMonitor } from './membership.ts';
import { happenings, type KnownRun } from './moments.ts';
import { passedSlots } from './passed-slots.ts';
import type { RunPlan } from './plan-runs.ts';
import type { SlotPlan } from './plan-slots.ts';
import type { RowPlan } from './row-plan.ts';
import type { CronJobEntry } from './view.ts';

/** A CronJob that is to be judged, as one sync found it. */
export interface JudgedCronJob {
  readonly cronJob: CronJob;
  readonly entry: CronJobEntry;
  readonly judged: JudgedState;
  /** Null when no slot ever comes. */
  readonly timetable: Timetable;
  readonly runs: RunPlan;
  readonly slots: SlotPlan;
  readonly row: RowPlan;
  readonly monitors: readonly SelectingMonitor[];
  /** Of the cluster's controller manager. */
  readonly zone: Zone;
  readonly now: number;
  /** Whether something may be concluded from what was not told. */
  readonly fresh: boolean;
  /** Whether what happened after a deadline waits for the deadline to be judged. */
  readonly patient: boolean;
}

/** What was read of it from the store. */
export interface LoadedFacts {
  readonly openAlerts: readonly Alert[];
  readonly recent: readonly RecentRun[];
  readonly emptySlots: readonly EmptySlot[];
  readonly ratings: readonly Rating[];
  readonly evidence: ReadonlyMap<string, Evidence>;
  readonly deletionAcknowledged: boolean;
}

/** Brings together what the alerts of a CronJob are decided from. */
export function toAlertFacts(subject: JudgedCronJob, loaded: LoadedFacts): AlertFacts {
  const { cronJob, entry, judged, runs, row, monitors, now, fresh, patient } = subject;
  const { openAlerts, recent, ratings, evidence } = loaded;
  const known = knownRuns(entry, runs);
  const { suspendedSince, resumedAt } = row.after;
  const happened = happenings({
    runs: known,
    ended: runs.finished.map(({ execution }) => execution),
    seen: { suspendedSince, resumedAt, goneSince: entry.goneSince },
    before: judged,
    createdAt: cronJob.createdAt,
    now,
  });
  return {
    cronJob,
    judged,
    isBehind: isBehind(subject),
    ratings,
    givenUp: givenUpSlots(subject),
    happenings: happened.filter(({ at }) => at <= runs.heldFrom),
    until: fresh ? Math.min(now - SETTLE_MS, runs.heldFrom) : -Infinity,
    patient,
    runs: known,
    lasting: lastingFacts(subject, loaded, known),
    recent,
    openAlerts,
    evidence,
    monitors,
    now,
  };
}

/** Whether something is to be recorded now that was not read from the store. */
export function isBehind({ runs, slots }: Pick<JudgedCronJob, 'runs' | 'slots'>): boolean {
  return runs.finished.length + slots.empty.length > 0;
}

function lastingFacts(
  { cronJob, entry, timetable, runs, slots, zone }: JudgedCronJob,
  { emptySlots, deletionAcknowledged }: LoadedFacts,
  known: readonly KnownRun[],
): AlertFacts['lasting'] {
  const finalUntil = slots.judgedUntil ?? -Infinity;
  const { startingDeadlineSeconds } = cronJob;
  return {
    timetable,
    zone: timetable.kind === 'slots' ? timetable.zone : zone,
    stuck: stuckRuns(entry, runs, known),
    finalUntil,
    passedSlots: passedSlots({
      empty: emptySlots,
      runs: known,
      finalUntil,
      timetable,
      startingDeadlineSeconds,
    }),
    deletionAcknowledged,
  };
}

function givenUpSlots({ cronJob, slots, timetable, now }: JudgedCronJob): readonly DecidedSlot[] {
  return slots.empty
    .filter(({ outcome, reason }) => outcome === 'skipped' && reason !== 'Suspended')
    .map(({ at: slot }) => {
      const at = givenUpAt(slot, slotAfter(timetable, slot), cronJob);
      return { at: Math.min(at, now), slot };
    });
}

function knownRuns({ unrecorded }: CronJobEntry, runs: RunPlan): readonly KnownRun[] {
  const ends = new Map(
    [...runs.finished, ...runs.waiting].map(({ execution }) => [execution.jobUid, execution.completedAt]),
  );
  const lost = new Set(runs.lost);
  return [...unrecorded]
    .filter((entry) => entry.recorded === false && !lost.has(entry) && !entry.job.suspend)
    .map(({ job }) => ({
      jobUid: job.uid,
      jobName: job.name,
      startedAt: job.startedAt ?? job.createdAt,
      scheduledFor: scheduledFor(job),
      endedAt: ends.get(job.uid) ?? null,
    }))
    .toSorted((a, b) => a.startedAt - b.startedAt);
}

/** What waits for its start, and what did until it started, perhaps while nobody watched. */
function stuckRuns(
  { jobs }: CronJobEntry,
  { running }: RunPlan,
  known: readonly KnownRun[],
): readonly StuckRun[] {
  const waiting = running.flatMap(({ jobUid, jobName, stuck }) =>
    stuck === null ? [] : [{ jobUid, jobName, since: stuck.since, until: Infinity, why: stuck }],
  );
  const started = known.flatMap(({ jobUid, jobName, endedAt }) => {
    const { job, log } = jobs.get(jobUid)!;
    const wait = startWait(job, log, endedAt);
    if (wait === null) return [];
    const { since, until, isCertain } = wait;
    return [{ jobUid, jobName, since, until, why: isCertain ? STARTED_LATE : null }];
  });
  return [...waiting, ...started].toSorted((a, b) => a.since - b.since);
}

/** The cause goes with the start: a Pod that runs does not tell what it waited for. */
const STARTED_LATE = {
  reason: 'Pending',
  message: 'it started later, and why it waited was not seen',
};
