import type { Alert, AlertReason, AlertType } from '../alert/alert.ts';
import type { Withdrawal } from '../alert/choose-message.ts';
import type { Delivery } from '../alert/delivery.ts';
import type { EarlierDelivery } from '../alert/earlier-delivery.ts';
import type { UntoldEntry } from '../alert/ledger.ts';
import type { CronJob } from '../execution/cron-job.ts';
import type { CapturedEvent, CapturedLog } from '../execution/evidence.ts';
import type { Execution } from '../execution/execution.ts';
import type { RecentRun } from './decide-alerts.ts';
import type { RunningRun } from './plan-runs.ts';

/** What a sync reads. */
export interface FactsStore {
  readonly cronJobs: {
    /** Null when that name was never seen. */
    get(namespace: string, name: string, now: number): Promise<{ readonly id: number } | null>;
  };
  readonly executions: {
    recordedUids(jobUids: readonly string[]): Promise<ReadonlySet<string>>;
    /** Those that ended last, newest first. */
    recentOutcomes(cronJobId: number, count: number): Promise<readonly RecentRun[]>;
  };
  readonly alerts: { openOf(cronJobId: number): Promise<readonly Alert[]> };
  readonly deliveries: {
    /** About alerts that are open, or were until `since`. */
    ofCause(
      cronJobId: number,
      cause: { readonly type: AlertType; readonly reason: AlertReason },
      since: number,
    ): Promise<readonly EarlierDelivery[]>;
  };
  readonly evidence: {
    logsOf(jobUid: string): Promise<readonly CapturedLog[]>;
    eventsOf(jobUid: string): Promise<readonly CapturedEvent[]>;
  };
}

/** What a sync writes, within one transaction. */
export interface CommitTables {
  readonly cronJobs: {
    upsert(
      cronJob: CronJob,
      known: { readonly nextRunAt: number | null; readonly windowDays: number; readonly observedAt: number },
    ): Promise<number>;
    setLive(
      id: number,
      live: { readonly running: readonly RunningRun[]; readonly nextRunAt: number | null },
    ): Promise<void>;
    markDeleted(key: { readonly namespace: string; readonly name: string }, deletedAt: number): Promise<void>;
  };
  readonly executions: {
    /** False when the Job's run is there already. */
    insert(cronJobId: number, execution: Execution, observedAt: number): Promise<boolean>;
  };
  readonly alerts: {
    /** False when it is there, or another is open for the same cause. */
    insert(cronJobId: number, alert: Alert): Promise<boolean>;
    get(id: string): Promise<Alert | null>;
    update(alert: Alert): Promise<void>;
  };
  readonly deliveries: {
    insert(rows: readonly Delivery[]): Promise<void>;
    insertUntold(rows: readonly UntoldEntry[]): Promise<void>;
    /** How many of them nobody had claimed yet. */
    withdraw(rows: readonly Withdrawal[], now: number): Promise<number>;
  };
}

export interface SyncStore extends FactsStore {
  /** Commits all that `fn` wrote, or nothing when it throws. `durable` survives a power failure. */
  transaction<T>(
    fn: (tables: CommitTables) => Promise<T>,
    options: { readonly durable: boolean },
  ): Promise<T>;
}
