import type { Alert } from '../alert/alert.ts';
import { alertId } from '../alert/decide-transition.ts';
import { slotAfter } from '../schedule/timetable.ts';
import type { Period } from '../slot/slot-facts.ts';
import { decideAlerts, type DecidedTransition } from './decide-alerts.ts';
import { type AlertChanges, decideMessages, type MessageFacts, NO_ALERT_CHANGES } from './decide-messages.ts';
import {
  dueRatings,
  firstState,
  isJudgedBy,
  type JudgedState,
  resumeRating,
  SETTLE_MS,
} from './judged-state.ts';
import { loadEarlier, loadEmptySlots, loadEvidence, loadOpenAlerts, loadRecent } from './load-alert-facts.ts';
import { loadRatings } from './load-ratings.ts';
import { loadUnrated } from './load-unrated.ts';
import { type HeldReader, planOngoing } from './plan-ongoing.ts';
import type { RowPlan } from './row-plan.ts';
import type { FactsStore } from './sync-store.ts';
import { timetableOf } from './timetable-of.ts';
import { isBehind, type JudgedCronJob, type LoadedFacts, toAlertFacts } from './to-alert-facts.ts';

export interface CronJobJudgement {
  readonly changes: AlertChanges;
  /** When an alert that goes on is told again; null when none is. */
  readonly repeatAt: number | null;
  /** How far it is judged with that. */
  readonly judged: JudgedState | null;
  /** What happened from then on waits for a deadline that cannot be judged yet; null when nothing does. */
  readonly putAsideFrom: number | null;
}

export interface JudgeOptions extends Omit<JudgedCronJob, 'cronJob' | 'judged' | 'timetable' | 'row'> {
  /** When the API server was out of reach, oldest first. */
  readonly outages: readonly Period[];
  /** When nobody watched before this process did; null when another did until then, or none ever. */
  readonly startedAfter: Period | null;
  readonly heldOf: HeldReader;
  /** Null when nothing of the CronJob is kept, and then nothing is judged. */
  readonly row: RowPlan | null;
}

/** Reads what the alerts of a CronJob are decided from, as far as any rule needs it, and decides them. */
export async function judgeCronJob(store: FactsStore, options: JudgeOptions): Promise<CronJobJudgement> {
  const { entry, row, monitors, zone, outages, heldOf, now } = options;
  const cronJob = entry.cronJob ?? row?.upsert ?? null;
  if (row === null || cronJob === null) {
    return { changes: NO_ALERT_CHANGES, repeatAt: null, judged: entry.judged, putAsideFrom: null };
  }
  if (!entry.present) entry.goneSince ??= now;
  // Of one that is told before its Jobs, nothing is concluded from their absence until they had time to come.
  const before =
    entry.judged ??
    (await loadFirstState(store, options, options.fresh ? now : Math.min(now, cronJob.createdAt)));
  const openAlerts = await loadOpenAlerts(store, row.id, before);
  const judged = resumeRating(before, openAlerts);
  const subject = { ...options, row, cronJob, judged, timetable: timetableOf(entry, cronJob, zone) };
  const loaded = await loadFacts(store, subject, openAlerts);
  const decision = decideAlerts(toAlertFacts(subject, loaded));
  const { evidence } = loaded;
  const changes = await decideChanges(store, row.id, decision.transitions, {
    cronJob,
    evidence,
    outages,
    now,
  });
  const edited = !isJudgedBy(
    judged,
    monitors.map(({ spec }) => spec),
  );
  const ongoing = await planOngoing(store, {
    id: row.id,
    cronJob,
    openAlerts,
    changes,
    monitors,
    edited,
    heldOf,
    now,
  });
  return {
    changes: {
      ...changes,
      deliveries: [...changes.deliveries, ...ongoing.deliveries],
      withdrawn: [...changes.withdrawn, ...ongoing.withdrawn],
      holds: ongoing.holds,
    },
    repeatAt: ongoing.recheckAt,
    judged: decision.judged,
    putAsideFrom: decision.putAsideFrom,
  };
}

async function loadFirstState(
  store: FactsStore,
  { entry, startedAfter, monitors }: JudgeOptions,
  now: number,
): Promise<JudgedState> {
  const first = firstState(entry, now);
  const { stored, cronJob } = entry;
  // What ran under the name of one that was made anew is none of its own.
  const isSame = stored !== null && stored.cronJob?.uid === cronJob?.uid;
  if (!isSame || !monitors.some(({ spec }) => spec.sla?.enabled)) return first;
  return { ...first, ...(await loadUnrated(store, stored.id, startedAfter)) };
}

async function loadFacts(
  store: FactsStore,
  subject: JudgedCronJob,
  openAlerts: readonly Alert[],
): Promise<LoadedFacts> {
  const { cronJob, entry, judged, timetable, runs, slots, row, monitors, now } = subject;
  const until = Math.min(now - SETTLE_MS, undecidedFrom(subject) - 1);
  const [recent, emptySlots, ratings, evidence, deletionAcknowledged] = await Promise.all([
    loadRecent(store, row.id, { runs: runs.finished, openAlerts, monitors }),
    loadEmptySlots(store, row.id, { judged, timetable, slots }),
    loadRatings(store, row.id, dueRatings(judged, { now, until }), monitors),
    loadEvidence(store, runs.finished),
    entry.present ? false : wasAcknowledged(store, cronJob.uid),
  ]);
  return { openAlerts, recent, emptySlots, ratings, evidence, deletionAcknowledged };
}

/**
 * The first slot whose outcome is not in the store yet. A rate that something leaves as the next run begins
 * waits for its end, or alerts would come and go with every run.
 */
function undecidedFrom(subject: JudgedCronJob): number {
  const { fresh, runs, slots, timetable, now } = subject;
  if (!fresh || isBehind(subject) || runs.waiting.length > 0) return -Infinity;
  const running = runs.running.flatMap(({ scheduledFor }) => scheduledFor ?? []);
  const { judgedUntil } = slots;
  const waiting = judgedUntil === null || judgedUntil >= now ? null : slotAfter(timetable, judgedUntil);
  return Math.min(...running, waiting ?? Infinity);
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

async function wasAcknowledged(store: FactsStore, uid: string): Promise<boolean> {
  const alert = await store.alerts.get(alertId(uid, 'CronJobDeleted', uid));
  return alert !== null && alert.resolvedAt !== null;
}
