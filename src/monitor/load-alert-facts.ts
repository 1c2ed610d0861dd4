import type { Alert, AlertReason } from '../alert/alert.ts';
import type { EarlierDelivery } from '../alert/earlier-delivery.ts';
import type { Evidence } from '../alert/message-context.ts';
import type { EmptySlot } from '../slot/slot.ts';
import { KIND_OF_REASON } from '../rule/finding.ts';
import { MOST_MISSED_COUNTED } from '../schedule/slots.ts';
import { slotAfter, type Timetable } from '../schedule/timetable.ts';
import { type DecidedTransition, outcomesNeeded, type RecentRun } from './decide-alerts.ts';
import type { JudgedState } from './judged-state.ts';
import type { SelectingMonitor } from './membership.ts';
import type { FinishedRun } from './plan-runs.ts';
import type { SlotPlan } from './plan-slots.ts';
import type { FactsStore } from './sync-store.ts';

/** The CronJob's active alerts. Read again as long as there are any: an acknowledgement may have come. */
export async function loadOpenAlerts(
  store: FactsStore,
  id: number | null,
  { hasOpenAlerts }: JudgedState,
): Promise<readonly Alert[]> {
  return id === null || hasOpenAlerts === false ? [] : store.alerts.openOf(id);
}

/** Runs recorded before, which matter to a failure, and to a success that may end an alert. */
export async function loadRecent(
  store: FactsStore,
  id: number | null,
  {
    runs,
    openAlerts,
    monitors,
  }: {
    readonly runs: readonly FinishedRun[];
    readonly openAlerts: readonly Alert[];
    readonly monitors: readonly SelectingMonitor[];
  },
): Promise<readonly RecentRun[]> {
  const matter =
    runs.some(({ execution }) => execution.outcome === 'failed') ||
    (runs.length > 0 && openAlerts.some(({ reason }) => reason === 'JobFailed'));
  return id === null || !matter ? [] : store.executions.recentOutcomes(id, outcomesNeeded(monitors));
}

/** The latest final slots without a run since the newest run, oldest first. Most CronJobs have none, and ask for none. */
export async function loadEmptySlots(
  store: FactsStore,
  id: number | null,
  {
    judged,
    timetable,
    slots,
  }: { readonly judged: JudgedState; readonly timetable: Timetable; readonly slots: SlotPlan },
): Promise<readonly EmptySlot[]> {
  const from = judged.lastStartedAt ?? -Infinity;
  const until = slots.judgedUntil;
  const first = until === null ? null : slotAfter(timetable, Math.max(from, 0));
  const stored =
    id === null || first === null || first > until!
      ? []
      : await store.slots.list(id, { from: Math.max(from, 0), to: until!, limit: MOST_MISSED_COUNTED });
  const known = new Map([...stored, ...slots.empty].map((slot) => [slot.at, slot]));
  for (const at of slots.claimed) known.delete(at);
  return [...known.values()].toSorted((a, b) => a.at - b.at).slice(-MOST_MISSED_COUNTED);
}

/** What was captured of the failed runs, by Job uid. */
export async function loadEvidence(
  store: FactsStore,
  runs: readonly FinishedRun[],
): Promise<ReadonlyMap<string, Evidence>> {
  const failed = runs.filter(({ execution }) => execution.outcome === 'failed');
  const entries = failed.map(async ({ execution: { jobUid } }): Promise<[string, Evidence]> => {
    const [logs, events] = await Promise.all([
      store.evidence.logsOf(jobUid),
      store.evidence.eventsOf(jobUid),
    ]);
    return [jobUid, { logs, events }];
  });
  return new Map(await Promise.all(entries));
}

/**
 * What was decided about the reasons of the transitions, as far back as any monitor holds back further messages:
 * twice suppressDuplicatesFor while an alert flaps.
 */
export async function loadEarlier(
  store: Pick<FactsStore, 'deliveries'>,
  id: number | null,
  decided: readonly DecidedTransition[],
): Promise<ReadonlyMap<AlertReason, readonly EarlierDelivery[]>> {
  const told = decided.filter(({ speaking }) => speaking.length > 0);
  if (id === null || told.length === 0) return new Map();
  const since = Math.min(
    ...told.flatMap(({ speaking, at }) =>
      speaking.map(({ spec }) => at - 2 * spec.alerting.suppressDuplicatesForMs),
    ),
  );
  const reasons = new Set(told.map(({ transition }) => transition.alert.reason));
  const entries = [...reasons].map(async (reason): Promise<[AlertReason, readonly EarlierDelivery[]]> => {
    return [reason, await loadEarlierOf(store, id, reason, since)];
  });
  return new Map(await Promise.all(entries));
}

/** What was decided about alerts of a reason that are active, or were until `since`. */
export function loadEarlierOf(
  store: Pick<FactsStore, 'deliveries'>,
  id: number,
  reason: AlertReason,
  since: number,
): Promise<readonly EarlierDelivery[]> {
  return store.deliveries.ofCause(id, { type: KIND_OF_REASON[reason].type, reason }, since);
}
