import type { CronJob } from '../execution/cron-job.ts';
import type { CronJobFacts } from '../execution/cron-job-facts.ts';
import { judgeSlots, type SlotJudgement } from '../execution/judge-slots.ts';
import type { EmptySlot } from '../execution/slot.ts';
import type { Period } from '../execution/slot-facts.ts';
import { type StartedRun, toStartedRun } from '../execution/started-run.ts';
import { toTimetable } from '../execution/timetable.ts';
import type { Zone } from '../schedule/zone.ts';
import type { CronJobEntry, StoredRow } from './view.ts';

/** What is to be done about the slots of one CronJob. */
export interface SlotPlan {
  /** To be stored. */
  readonly empty: readonly EmptySlot[];
  /** Taken for empty before a run started for them after all. */
  readonly claimed: readonly number[];
  /** The Jobs that slots still to be judged depend on, by uid. */
  readonly runs: ReadonlyMap<string, StartedRun>;
  readonly judgedUntil: number | null;
  /** When a slot that waits is to be looked at again; null when none waits. */
  readonly recheckAt: number | null;
}

/**
 * Judges the slots that passed since the last look. Slots up to a change of the schedule, the zone or the
 * suspension are judged by what the spec said before it. Of a CronJob that was never seen before, slots count
 * from now on.
 */
export function planSlots(
  entry: CronJobEntry,
  { zone, now }: { /** Of the cluster's controller manager. */ readonly zone: Zone; readonly now: number },
): SlotPlan {
  const { stored, cronJob, present } = entry;
  const judgedUntil = stored?.slotsJudgedUntil ?? null;
  const runs = new Map(entry.runs);
  const claimed = noteRuns(runs, entry, judgedUntil);
  const idle = { empty: [], claimed, runs, recheckAt: null };
  if (!present || cronJob === null) return { ...idle, judgedUntil };
  if (judgedUntil === null) return { ...idle, judgedUntil: now };
  const judgement = judge([...runs.values()], stored!, { cronJob, judgedUntil, zone, now });
  forgetRuns(runs, judgement.judgedUntil);
  return { ...judgement, claimed, runs };
}

/** Adds the Jobs that are there, and answers the judged slots that they turn out to have started for. */
function noteRuns(
  runs: Map<string, StartedRun>,
  { unrecorded }: CronJobEntry,
  judgedUntil: number | null,
): number[] {
  const claimed: number[] = [];
  for (const { job, departure } of unrecorded) {
    const run = toStartedRun(job, departure);
    const isNew = !runs.has(run.jobUid);
    if (isNew && run.slot !== null && run.slot <= (judgedUntil ?? -Infinity)) claimed.push(run.slot);
    runs.set(run.jobUid, run);
  }
  return claimed;
}

/** Those that ended before any slot that is still to be judged hinder none. */
function forgetRuns(runs: Map<string, StartedRun>, judgedUntil: number): void {
  for (const [uid, { slot, endedAt }] of runs) {
    if (endedAt !== null && endedAt < judgedUntil && (slot ?? 0) <= judgedUntil) runs.delete(uid);
  }
}

function judge(
  runs: readonly StartedRun[],
  stored: StoredRow,
  {
    cronJob,
    judgedUntil,
    zone,
    now,
  }: {
    readonly cronJob: CronJob;
    readonly judgedUntil: number;
    readonly zone: Zone;
    readonly now: number;
  },
): SlotJudgement {
  const before = stored.cronJob ?? cronJob;
  return judgeSlots({
    cronJob: before,
    timetable: toTimetable(before, zone),
    after: judgedUntil,
    until: now,
    changed: isChanged(before, cronJob),
    suspension: suspensionOf(stored),
    runs,
  });
}

/** Whether a slot of the one is none of the other's, or is to be judged differently. */
function isChanged(a: CronJob, b: CronJob): boolean {
  return a.uid !== b.uid || a.schedule !== b.schedule || a.timeZone !== b.timeZone || a.suspend !== b.suspend;
}

/** One that has ended lies before everything that is still to be judged. */
function suspensionOf({ suspendedSince }: CronJobFacts): Period | null {
  return suspendedSince === null ? null : { from: suspendedSince, to: Infinity };
}
