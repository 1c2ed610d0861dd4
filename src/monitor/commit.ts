import type { Alert } from '../alert/alert.ts';
import type { AlertChanges } from './decide-messages.ts';
import type { JudgedState } from './judged-state.ts';
import type { RunPlan } from './plan-runs.ts';
import type { SlotPlan } from './plan-slots.ts';
import type { RowPlan } from './row-plan.ts';
import type { CommitTables } from './sync-store.ts';
import type { CronJobEntry } from './view.ts';

/** Everything that one sync of a CronJob writes. */
export interface SyncPlan {
  readonly entry: CronJobEntry;
  readonly runs: RunPlan;
  readonly slots: SlotPlan;
  /** Null when there is nothing to write about the CronJob, and then about nothing else. */
  readonly row: RowPlan | null;
  readonly changes: AlertChanges;
  /** When an alert that goes on is told again; null when none is. */
  readonly repeatAt: number | null;
  /** How far the alerts are judged with that; null when there is nothing to judge. */
  readonly judged: JudgedState | null;
}

/** The store had changed since the facts were read; deciding again on new facts puts it right. */
export class StaleFactsError extends Error {
  override readonly name = 'StaleFactsError';
}

/**
 * Writes the plan; answers the id of the CronJob's row, null when nothing was to be written. Throws
 * `StaleFactsError` when another writer was there first: nothing of the transaction may then stay.
 */
export async function commitPlan(tables: CommitTables, plan: SyncPlan, now: number): Promise<number | null> {
  const { row } = plan;
  if (row === null) return null;
  if (row.id === null) {
    // The row's id is needed by all that follows.
    const id = await upsert(tables, row, now);
    await writeRest(tables, plan, row, id, now);
    return id;
  }
  // Started together, so that they travel together.
  const [id] = await Promise.all([upsert(tables, row, now), writeRest(tables, plan, row, row.id, now)]);
  if (id === row.id) return id;
  // It came back in the moment in which its row went for good: there is a new one, of which nothing is known.
  plan.entry.stored = null;
  throw new StaleFactsError(`the row of ${plan.entry.key} was removed`);
}

async function upsert(
  tables: CommitTables,
  { id, upsert: cronJob, after }: RowPlan,
  now: number,
): Promise<number> {
  if (cronJob === null) return id!;
  return tables.cronJobs.upsert(cronJob, { ...after, observedAt: now });
}

async function writeRest(
  tables: CommitTables,
  { entry, runs, slots, changes }: SyncPlan,
  row: RowPlan,
  id: number,
  now: number,
): Promise<void> {
  const { running, after } = row;
  const [inserted, , , opened, withdrawn] = await Promise.all([
    Promise.all(runs.finished.map(({ execution }) => tables.executions.insert(id, execution, now))),
    row.live ? tables.cronJobs.setLive(id, { ...after, running }) : null,
    row.markDeleted ? tables.cronJobs.markDeleted(entry, now) : null,
    writeAlerts(tables, id, changes),
    changes.withdrawn.length > 0 ? tables.deliveries.withdraw(changes.withdrawn, now) : 0,
    changes.deliveries.length > 0 ? tables.deliveries.insert(changes.deliveries) : null,
    changes.holds.length > 0 ? tables.deliveries.changeHolds(changes.holds, now) : null,
    changes.untold.length > 0 ? tables.deliveries.insertUntold(changes.untold) : null,
    slots.claimed.length > 0 ? tables.slots.remove(id, slots.claimed) : null,
    slots.empty.length > 0 ? tables.slots.insert(id, slots.empty) : null,
  ]);
  if (inserted.includes(false))
    throw new StaleFactsError(`a run of ${entry.key} was recorded by another writer`);
  if (opened.includes(false))
    throw new StaleFactsError(`an alert of ${entry.key} was opened by another writer`);
  if (withdrawn < changes.withdrawn.length) {
    throw new StaleFactsError(`a message about ${entry.key} was sent before it could be withdrawn`);
  }
}

/** Per transition whether it is in the store now. */
function writeAlerts(tables: CommitTables, id: number, { transitions }: AlertChanges): Promise<boolean[]> {
  return Promise.all(
    transitions.map(async ({ kind, alert }) => {
      if (kind === 'open') return openAlert(tables, id, alert);
      await tables.alerts.update(alert);
      return true;
    }),
  );
}

/** The alert may be there from before its run was pruned, and then stands as it is. */
async function openAlert(tables: CommitTables, id: number, alert: Alert): Promise<boolean> {
  return (await tables.alerts.insert(id, alert)) || (await tables.alerts.get(alert.id)) !== null;
}
