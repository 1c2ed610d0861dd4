import { SECOND } from '../lib/duration.ts';
import { scheduledFor } from '../execution/run-origin.ts';
import { alertId } from '../alert/decide-transition.ts';
import type { StuckRun } from '../rule/stuck-before-start.ts';
import { toTimetable } from '../schedule/timetable.ts';
import type { Zone } from '../schedule/zone.ts';
import { decideAlerts, type DecidedTransition } from './decide-alerts.ts';
import { type AlertChanges, decideMessages, type MessageFacts, NO_ALERT_CHANGES } from './decide-messages.ts';
import type { JudgedState } from './judged-state.ts';
import { loadEarlier, loadEmptySlots, loadEvidence, loadOpenAlerts, loadRecent } from './load-alert-facts.ts';
import { loadRatings } from './load-ratings.ts';
import type { SelectingMonitor } from './membership.ts';
import { happenings, type KnownRun } from './moments.ts';
import { givenUpAt, passedSlots } from './passed-slots.ts';
import { planOngoing } from './plan-ongoing.ts';
import type { RunningRun, RunPlan } from './plan-runs.ts';
import type { SlotPlan } from './plan-slots.ts';
import type { RowPlan } from './row-plan.ts';
import type { FactsStore } from './sync-store.ts';
import type { CronJobEntry } from './view.ts';

/** How long after a deadline it is judged, as of the deadline: what happened just before it may still be on its way. */
export const SETTLE_MS = SECOND / 2;

export interface CronJobJudgement {
  readonly changes: AlertChanges;
  /** When an alert that goes on is told again; null when none is. */
  readonly repeatAt: number | null;
  readonly judged: JudgedState | null;
}

/** Reads what the alerts of a CronJob are decided from, as far as any rule needs it, and decides them. */
export async function judgeCronJob(
  store: FactsStore,
  {
    entry,
    runs,
    slots,
    row,
    monitors,
    zone,
    now,
    fresh,
  }: {
    readonly entry: CronJobEntry;
    readonly runs: RunPlan;
    readonly slots: SlotPlan;
    /** Null when nothing of the CronJob is kept, and then nothing is judged. */
    readonly row: RowPlan | null;
    readonly monitors: readonly SelectingMonitor[];
    /** Of the cluster's controller manager. */
    readonly zone: Zone;
    readonly now: number;
    /** Whether something may be concluded from what was not told. */
    readonly fresh: boolean;
  },
): Promise<CronJobJudgement> {
  const cronJob = entry.cronJob ?? row?.upsert ?? null;
  if (row === null || cronJob === null)
    return { changes: NO_ALERT_CHANGES, repeatAt: null, judged: entry.judged };
  if (!entry.present) entry.goneSince ??= now;
  const judged = entry.judged ?? firstState(entry, now);
  const timetable = toTimetable(cronJob, zone);
  const openAlerts = await loadOpenAlerts(store, row.id, judged);
  const [recent, emptySlots, ratings, evidence, deletionAcknowledged] = await Promise.all([
    loadRecent(store, row.id, { runs: runs.finished, openAlerts, monitors }),
    loadEmptySlots(store, row.id, { judged, timetable, slots }),
    loadRatings(store, row.id, dueRatings(judged, now), monitors),
    loadEvidence(store, runs.finished),
    entry.present ? false : wasAcknowledged(store, cronJob.uid),
  ]);
  const known = knownRuns(entry, runs);
  const { startingDeadlineSeconds } = cronJob;
  const finalUntil = slots.judgedUntil ?? -Infinity;
  // What came after the end of a run that is held back waits with it, or it would be judged in the wrong order.
  const heldFrom = runs.waiting[0]?.execution.completedAt ?? Infinity;
  const ended = runs.finished.map(({ execution }) => execution);
  const { suspendedSince, resumedAt } = row.after;
  const decision = decideAlerts({
    cronJob,
    judged,
    ratings,
    givenUp: slots.empty
      .filter(({ outcome, reason }) => outcome === 'skipped' && reason !== 'Suspended')
      .map(({ at: slot }) => ({
        at: Math.min(givenUpAt(slot, timetable, startingDeadlineSeconds), now),
        slot,
      })),
    happenings: happenings({
      runs: known,
      ended,
      seen: { suspendedSince, resumedAt, goneSince: entry.goneSince },
      before: judged,
      createdAt: cronJob.createdAt,
      now,
    }).filter(({ at }) => at <= heldFrom),
    until: fresh ? Math.min(now - SETTLE_MS, heldFrom) : -Infinity,
    runs: known,
    lasting: {
      timetable,
      zone: timetable?.zone ?? zone,
      stuck: runs.running.flatMap(toStuckRun),
      finalUntil,
      passedSlots: passedSlots({
        empty: emptySlots,
        runs: known,
        finalUntil,
        timetable,
        startingDeadlineSeconds,
      }),
      deletionAcknowledged,
    },
    recent,
    openAlerts,
    evidence,
    monitors,
    now,
  });
  const changes = await decideChanges(store, row.id, decision.transitions, { cronJob, evidence, now });
  const ongoing = await planOngoing(store, { id: row.id, cronJob, openAlerts, changes, monitors, now });
  return {
    changes: { ...changes, deliveries: [...changes.deliveries, ...ongoing.deliveries], holds: ongoing.holds },
    repeatAt: ongoing.recheckAt,
    judged: decision.judged,
  };
}

async function decideChanges(
  store: FactsStore,
  id: number | null,
  transitions: readonly DecidedTransition[],
  facts: Omit<MessageFacts, 'earlier'>,
): Promise<AlertChanges> {
  if (transitions.length === 0) return NO_ALERT_CHANGES;
  return decideMessages(transitions, { ...facts, earlier: await loadEarlier(store, id, transitions) });
}

/**
 * When a CronJob wants to be judged again for a deadline of its rules; null when none is awaited. One that
 * has passed was held back, and comes again with whatever holds it: a run that waits, a silent watch.
 */
export function dueAt(judged: JudgedState | null, now: number): number | null {
  if (judged === null) return null;
  if (judged.toRate.length > 0) return now;
  const deadlines = [judged.nextCheckAt, judged.toCompare[0] ?? null]
    .filter((at) => at !== null)
    .map((at) => at + SETTLE_MS)
    .filter((at) => at > now);
  return deadlines.length === 0 ? null : Math.min(...deadlines);
}

/** Goes on where an earlier process was, as far as its last write tells. */
function firstState({ stored }: CronJobEntry, now: number): JudgedState {
  const until = stored?.slotsJudgedUntil ?? now;
  return {
    uid: stored?.cronJob?.uid ?? null,
    until,
    nextCheckAt: until,
    hasOpenAlerts: stored === null ? false : null,
    toRate: [],
    toCompare: [],
    judgedBy: null,
    lastStartedAt: stored?.lastStartedAt ?? null,
    lastSuccessAt: stored?.lastSuccessAt ?? null,
    suspendedSince: stored?.suspendedSince ?? null,
    resumedAt: stored?.resumedAt ?? null,
    goneSince: stored?.deletedAt ?? null,
  };
}

/** Those whose time has come: what they count is in the store. */
function dueRatings(
  { toRate, toCompare }: JudgedState,
  now: number,
): Pick<JudgedState, 'toRate' | 'toCompare'> {
  return { toRate, toCompare: toCompare.filter((at) => at + SETTLE_MS <= now) };
}

async function wasAcknowledged(store: FactsStore, uid: string): Promise<boolean> {
  const alert = await store.alerts.get(alertId(uid, 'CronJobDeleted', uid));
  return alert !== null && alert.resolvedAt !== null;
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

function toStuckRun({ jobUid, jobName, stuck }: RunningRun): readonly StuckRun[] {
  return stuck === null ? [] : [{ jobUid, jobName, ...stuck }];
}
