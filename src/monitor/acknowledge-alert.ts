import type { Alert } from '../alert/alert.ts';
import { endAlert } from '../alert/decide-transition.ts';
import type { CronJob } from '../execution/cron-job.ts';
import { decideMessages } from './decide-messages.ts';
import { loadEarlier } from './load-alert-facts.ts';
import type { SelectingMonitor } from './membership.ts';
import type { Acknowledgement, SyncStore } from './sync-store.ts';

/**
 * Notes who has seen an alert; the first acknowledgement counts. That of a deletion is all there is to be
 * done about it, and ends its alert; the channels that were told of it are told so. Null when there is
 * no such alert.
 */
export async function acknowledgeAlert(
  store: SyncStore,
  id: string,
  acknowledgement: Acknowledgement,
  selecting: (cronJob: CronJob) => readonly SelectingMonitor[],
): Promise<{ readonly alert: Alert; readonly delivers: boolean } | null> {
  const before = await store.alerts.get(id);
  if (before === null) return null;
  const ends = before.reason === 'CronJobDeleted' && before.resolvedAt === null;
  const changes = ends ? await decideEnd(store, before, acknowledgement, selecting) : null;
  const alert = await store.transaction(
    async (tables) => {
      await tables.alerts.acknowledge(id, acknowledgement);
      for (const { alert } of changes?.transitions ?? []) await tables.alerts.update(alert);
      if (changes !== null) {
        await tables.deliveries.withdraw(changes.withdrawn, acknowledgement.at);
        await tables.deliveries.insert(changes.deliveries);
        await tables.deliveries.insertUntold(changes.untold);
      }
      return tables.alerts.get(id);
    },
    { durable: true },
  );
  return alert === null ? null : { alert, delivers: (changes?.deliveries.length ?? 0) > 0 };
}

async function decideEnd(
  store: SyncStore,
  before: Alert,
  { at, by }: Acknowledgement,
  selecting: (cronJob: CronJob) => readonly SelectingMonitor[],
) {
  const row = await store.cronJobs.find(before.namespace, before.cronJobName);
  const resolution = by === null ? 'The deletion was acknowledged.' : `${by} acknowledged the deletion.`;
  const decided = [
    {
      transition: { kind: 'resolve', alert: endAlert(before, resolution, at) },
      speaking: row === null ? [] : selecting(row),
      run: null,
      at,
    },
  ] as const;
  const earlier = await loadEarlier(store, row?.id ?? null, decided);
  return decideMessages(decided, {
    cronJob: { schedule: row?.schedule ?? '' },
    evidence: new Map(),
    outages: [],
    earlier,
    now: at,
  });
}
