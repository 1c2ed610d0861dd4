import { SECOND } from '../lib/duration.ts';
import { scheduledFor } from '../execution/run-origin.ts';
import { alertId } from '../alert/decide-transition.ts';
import type { StuckRun } from '../rule/stuck-before-start.ts';
import { stuckStart } from '../execution/stuck-start.ts';
import { toTimetable } from '../schedule/timetable.ts';
import type { Zone } from '../schedule/zone.ts';
import { decideAlerts, type DecidedTransition } from './decide-alerts.ts';
import { type AlertChanges, decideMessages, type MessageFacts, NO_ALERT_CHANGES } from './decide-messages.ts';
import type { JudgedState } from './judged-state.ts';
import { loadEarlier, loadEmptySlots, loadEvidence, loadOpenAlerts, loadRecent } from './load-alert-facts.ts';
import type { SelectingMonitor } from './membership.ts';
import { happenings, type KnownRun } from './moments.ts';
import { planRepeats } from './plan-repeats.ts';
import type { RunPlan } from './plan-runs.ts';
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
  const [recent, emptySlots, evidence, deletionAcknowledged] = await Promise.all([
    loadRecent(store, row.id, { runs: runs.finished, openAlerts, monitors }),
    loadEmptySlots(store, row.id, { judged, timetable, slots }),
    loadEvidence(store, runs.finished),
    entry.present ? false : wasAcknowledged(store, cronJob.uid),
  ]);
  const known = knownRuns(entry, runs);
  const ended = runs.finished.map(({ execution }) => execution);
  const { suspendedSince, resumedAt } = row.after;
  const decision = decideAlerts({
    cronJob,
    judged,
    happenings: happenings({
      runs: known,
      ended,
      seen: { suspendedSince, resumedAt, goneSince: entry.goneSince },
      before: judged,
      createdAt: cronJob.createdAt,
      now,
    }),
    until: fresh ? Math.min(now - SETTLE_MS, runs.waiting[0]?.execution.completedAt ?? Infinity) : -Infinity,
    runs: known,
    lasting: {
      timetable,
      zone: timetable?.zone ?? zone,
      stuck: stuckRuns(entry, runs),
      finalUntil: slots.judgedUntil ?? -Infinity,
      emptySlots,
      deletionAcknowledged,
    },
    recent,
    openAlerts,
    evidence,
    monitors,
  });
  const changes = await decideChanges(store, row.id, decision.transitions, { cronJob, evidence, now });
  const repeats = await planRepeats(store, { id: row.id, cronJob, openAlerts, changes, monitors, now });
  return {
    changes: { ...changes, deliveries: [...changes.deliveries, ...repeats.deliveries] },
    repeatAt: repeats.recheckAt,
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
  const nextCheckAt = judged?.nextCheckAt ?? null;
  return nextCheckAt === null || nextCheckAt + SETTLE_MS <= now ? null : nextCheckAt + SETTLE_MS;
}

/** Goes on where an earlier process was, as far as its last write tells. */
function firstState({ stored, goneSince }: CronJobEntry, now: number): JudgedState {
  const until = stored?.slotsJudgedUntil ?? now;
  return {
    uid: stored?.cronJob?.uid ?? null,
    until,
    nextCheckAt: until,
    hasOpenAlerts: stored === null ? false : null,
    lastStartedAt: stored?.lastStartedAt ?? null,
    lastSuccessAt: stored?.lastSuccessAt ?? null,
    suspendedSince: stored?.suspendedSince ?? null,
    resumedAt: stored?.resumedAt ?? null,
    goneSince: stored?.deleted ? goneSince : null,
  };
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

function stuckRuns({ jobs }: CronJobEntry, { running }: RunPlan): readonly StuckRun[] {
  const stuck: StuckRun[] = [];
  for (const { jobUid, jobName } of running) {
    const entry = jobs.get(jobUid);
    const found = entry === undefined ? null : stuckStart(entry.job, entry.log, []);
    if (found !== null) stuck.push({ jobUid, jobName, ...found });
  }
  return stuck.toSorted((a, b) => a.since - b.since);
}
