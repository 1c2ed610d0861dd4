import type { EarlierDelivery } from '../alert/earlier-delivery.ts';
import type { Evidence } from '../alert/message-context.ts';
import { type AlertFacts, outcomesNeeded } from './decide-alerts.ts';
import type { SelectingMonitor } from './membership.ts';
import type { FinishedRun } from './plan-runs.ts';
import type { FactsStore } from './sync-store.ts';
import type { CronJobEntry } from './view.ts';

/** Reads what the alerts of a CronJob are decided from. */
export async function loadAlertFacts(
  store: FactsStore,
  {
    entry,
    id,
    runs,
    monitors,
    now,
  }: {
    readonly entry: CronJobEntry;
    /** Of its row; null when it has none, and then no history either. */
    readonly id: number | null;
    readonly runs: readonly FinishedRun[];
    readonly monitors: readonly SelectingMonitor[];
    readonly now: number;
  },
): Promise<AlertFacts> {
  const { namespace, name, cronJob, present } = entry;
  const failed = runs.filter(({ execution }) => execution.outcome === 'failed');
  const [recent, openAlerts, evidence] = await Promise.all([
    id === null ? [] : store.executions.recentOutcomes(id, outcomesNeeded(monitors)),
    id === null ? [] : store.alerts.openOf(id),
    Promise.all(failed.map(({ execution }) => loadEvidence(store, execution.jobUid))),
  ]);
  const moves = openAlerts.length > 0 || failed.length > 0;
  return {
    cronJob: { uid: cronJob?.uid ?? '', namespace, name, schedule: cronJob?.schedule ?? '' },
    present,
    runs: runs.map(({ execution }) => execution),
    recent,
    openAlerts,
    evidence: new Map(evidence),
    earlier: id === null || !moves ? [] : await loadEarlier(store, id, monitors, now),
    monitors,
    now,
  };
}

async function loadEvidence(store: FactsStore, jobUid: string): Promise<[string, Evidence]> {
  const [logs, events] = await Promise.all([store.evidence.logsOf(jobUid), store.evidence.eventsOf(jobUid)]);
  return [jobUid, { logs, events }];
}

/** Messages as far back as any monitor holds back further ones: twice suppressDuplicatesFor while an alert flaps. */
async function loadEarlier(
  store: FactsStore,
  id: number,
  monitors: readonly SelectingMonitor[],
  now: number,
): Promise<readonly EarlierDelivery[]> {
  if (monitors.length === 0) return [];
  const longestMs = Math.max(...monitors.map(({ spec }) => spec.alerting.suppressDuplicatesForMs));
  return store.deliveries.ofCause(id, { type: 'failure', reason: 'JobFailed' }, now - 2 * longestMs);
}
