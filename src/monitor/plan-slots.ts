import type { CronJob } from '../execution/cron-job.ts';
import { judgeSlots, type SlotJudgement } from '../slot/judge-slots.ts';
import { scheduledFor } from '../execution/run-origin.ts';
import type { EmptySlot } from '../slot/slot.ts';
import type { Period, SlotFacts } from '../slot/slot-facts.ts';
import { type StartedRun, toStartedRun } from '../slot/started-run.ts';
import type { Zone } from '../schedule/zone.ts';
import { isChangedForSlots } from '../slot/is-changed-for-slots.ts';
import { judgedSpec } from './stored-row.ts';
import { timetableOf } from './timetable-of.ts';
import type { CronJobEntry, JobEntry, StoredRow } from './view.ts';

/** What is to be done about the slots of one CronJob. */
export interface SlotPlan {
  /** To be stored. */
  readonly empty: readonly EmptySlot[];
  /** Taken for empty before a run started for them after all. */
  readonly claimed: readonly number[];
  readonly judgedUntil: number | null;
  /** When a slot that waits is to be looked at again; null when none waits. */
  readonly recheckAt: number | null;
  /** Whether the controller is to be asked what hindered a slot. */
  readonly asks: boolean;
  /** The first slot by which it was suspended, where nobody saw when; null where somebody did. */
  readonly suspendedBy: number | null;
  /** The Jobs that slots still to be judged depend on, by uid. */
  readonly runs: ReadonlyMap<string, StartedRun>;
}

export interface SlotOptions {
  /** Of the cluster's controller manager. */
  readonly zone: Zone;
  readonly now: number;
  /** Whether something may be concluded from what was not told. */
  readonly fresh: boolean;
  /** When nobody watched. */
  readonly blind: readonly Period[];
  /** When the watches were silent: an edit in one of these may have been made at any time in it. */
  readonly silences: readonly Period[];
  /** What happened from then on is judged later; Infinity when nothing waits. */
  readonly heldFrom: number;
  /** Jobs that went before their end could be seen. */
  readonly lost: readonly JobEntry[];
}

/**
 * Judges the slots that passed since the last look. Slots up to a change of the schedule, the zone or the
 * suspension are judged by what the spec said before it. On a stale watch nothing is judged, and nothing is from
 * `heldFrom` on: how far slots are judged is where the next process goes on with all that is judged.
 */
export function planSlots(entry: CronJobEntry, options: SlotOptions): SlotPlan {
  const { fresh } = options;
  const before = entry.stored?.slotsJudgedUntil ?? null;
  const runs = new Map(entry.runs);
  const claimed = noteRuns(runs, entry, before);
  const unseen = unseenRuns(entry, options.lost);
  const idle = {
    empty: unseen,
    claimed,
    runs,
    judgedUntil: before,
    recheckAt: null,
    suspendedBy: null,
    asks: false,
  };
  const facts = fresh ? factsOf(entry, [...runs.values()], options) : null;
  if (facts === null) return idle;
  const judgement = judgeSlots(facts);
  forgetRuns(runs, judgement.judgedUntil);
  const recheckAt = recheckOf(facts, judgement, options);
  const empty = [...unseen, ...judgement.empty];
  return { ...idle, ...judgement, recheckAt, suspendedBy: suspendedBy(facts, judgement.empty), empty };
}

/** What is held back is looked at again with the runs that hold it. */
function recheckOf(
  { until }: SlotFacts,
  { recheckAt }: SlotJudgement,
  { now, heldFrom }: SlotOptions,
): number | null {
  if (until < Math.min(now, heldFrom)) return now;
  return until < now ? null : recheckAt;
}

/** Between two looks it was suspended: by the first slot that this explains, though nobody saw it. */
function suspendedBy(
  { cronJob, current, suspension }: SlotFacts,
  empty: readonly EmptySlot[],
): number | null {
  if (cronJob.suspend || !current.suspend || cronJob.uid !== current.uid) return null;
  const first = empty.find(({ reason }) => reason === 'Suspended');
  return first === undefined || first.at >= (suspension?.from ?? -Infinity) ? null : first.at;
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

/** Slots whose run is known to have started and of whose end nothing is known. */
function unseenRuns({ vanished }: CronJobEntry, lost: readonly JobEntry[]): EmptySlot[] {
  const runs = [
    ...vanished,
    ...lost.map(({ job }) => ({ jobName: job.name, scheduledFor: scheduledFor(job) })),
  ];
  return runs.flatMap(({ jobName, scheduledFor: at }) => {
    if (at === null) return [];
    const message = `Job ${jobName} was gone before its end could be seen.`;
    return [{ at, outcome: 'unknown' as const, reason: null, message }];
  });
}

/**
 * From when on slots of a CronJob count: its creation, or when Punctual first saw it where that was before
 * Punctual was there.
 */
function beginningOf({ cronJob }: CronJobEntry, { blind, now }: SlotOptions): number {
  const firstWatchedAt = blind.find(({ from }) => from === -Infinity)?.to ?? -Infinity;
  return cronJob === null || cronJob.createdAt < firstWatchedAt ? now : cronJob.createdAt;
}

/** Null when there is nothing to judge: it is gone, and its slots were judged when it went. */
function factsOf(entry: CronJobEntry, runs: readonly StartedRun[], options: SlotOptions): SlotFacts | null {
  const { zone, now, blind, silences, heldFrom } = options;
  const { stored, cronJob: current, present } = entry;
  const before = judgedSpec(stored);
  if (current === null || (!present && before === null)) return null;
  const cronJob = before ?? current;
  // Judged last may be one before it that had its name.
  const after = Math.max(stored?.slotsJudgedUntil ?? beginningOf(entry, options), cronJob.createdAt);
  const gaps = blind.filter(({ to }) => to > after);
  const end = present ? endOf(cronJob, current, now) : Math.min(now, ...gaps.map(({ from }) => from));
  const until = present ? Math.min(end, heldFrom) : end;
  return {
    cronJob,
    current,
    timetable: timetableOf(entry, cronJob, zone),
    after,
    until,
    changed: until === end && (!present || isChangedForSlots(cronJob, current)),
    suspension: suspensionOf(stored, current, now),
    runs,
    remaining: gaps.length === 0 ? [] : remainingOf(entry),
    blind: gaps,
    silences,
    events: entry.events,
  };
}

/** The creation of another one under its name ends the slots of a CronJob; the rest is the other's. */
function endOf(cronJob: CronJob, current: CronJob, now: number): number {
  return cronJob.uid === current.uid ? now : Math.min(now, current.createdAt);
}

/** One that has ended lies before everything that is still to be judged; one that is new begins now. */
function suspensionOf(stored: StoredRow | null, current: CronJob, now: number): Period | null {
  const from = stored?.suspendedSince ?? (current.suspend ? now : null);
  return from === null ? null : { from, to: Infinity };
}

function remainingOf({ jobs }: CronJobEntry): StartedRun[] {
  return [...jobs.values()]
    .filter(({ departure }) => departure === null)
    .map(({ job }) => toStartedRun(job, null));
}
