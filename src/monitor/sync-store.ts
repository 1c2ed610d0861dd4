import type { Alert, AlertReason, AlertType } from '../alert/alert.ts';
import type { ChangedHold, HeldDelivery } from '../alert/decide-holds.ts';
import type { Withdrawal } from '../alert/choose-message.ts';
import type { Delivery } from '../alert/delivery.ts';
import type { EarlierDelivery } from '../alert/earlier-delivery.ts';
import type { UntoldEntry } from '../alert/ledger.ts';
import type { CronJob } from '../execution/cron-job.ts';
import type { CronJobFacts } from '../execution/cron-job-facts.ts';
import type { CapturedEvent, CapturedLog } from '../execution/evidence.ts';
import type { Execution } from '../execution/execution.ts';
import type { EmptySlot } from '../slot/slot.ts';
import type { StartedRun } from '../slot/started-run.ts';
import type { RecentRun } from './decide-alerts.ts';
import type { RatingStore } from './load-ratings.ts';
import type { RunningRun } from './plan-runs.ts';

/** The row of a CronJob, with its object as it was when the row was written. */
export interface StoredCronJob extends CronJob, CronJobFacts {
  readonly id: number;
  readonly nextRunAt: number | null;
  readonly windowDays: number;
  readonly running: readonly RunningRun[];
  /** Null while it is in the cluster. */
  readonly deletedAt: number | null;
}

/** Who has seen an alert. */
export interface Acknowledgement {
  readonly at: number;
  /** Null when nobody said. */
  readonly by: string | null;
  readonly comment: string | null;
}

/** When a run ended, and when it was recorded. */
export interface RecordedRun {
  readonly completedAt: number;
  /** Its slot; null when it was started by hand. */
  readonly scheduledFor: number | null;
  readonly observedAt: number;
}

/** What a sync reads. */
export interface FactsStore extends RatingStore {
  readonly cronJobs: {
    /** Null when that name was never seen. */
    find(namespace: string, name: string): Promise<StoredCronJob | null>;
  };
  readonly executions: {
    recordedUids(jobUids: readonly string[]): Promise<ReadonlySet<string>>;
    /** Those that ended last, newest first. */
    recentOutcomes(cronJobId: number, count: number): Promise<readonly RecentRun[]>;
    /** The one that ended last; null when there is none. */
    lastRecorded(cronJobId: number): Promise<RecordedRun | null>;
    /** Those that ended after `since`, as slots are judged by them. */
    startedRunsSince(cronJobId: number, since: number): Promise<readonly StartedRun[]>;
  };
  readonly alerts: {
    openOf(cronJobId: number): Promise<readonly Alert[]>;
    get(id: string): Promise<Alert | null>;
  };
  readonly slots: {
    /** The slots in [from, to] that no run counts for, newest first. */
    list(
      cronJobId: number,
      range: { readonly from: number; readonly to: number; readonly limit: number },
    ): Promise<readonly EmptySlot[]>;
  };
  readonly deliveries: {
    /** About alerts that are open, or were until `since`. */
    ofCause(
      cronJobId: number,
      cause: { readonly type: AlertType; readonly reason: AlertReason },
      since: number,
    ): Promise<readonly EarlierDelivery[]>;
    /** By CronJob the messages about its alerts, those that ended too, that a rule holds back beyond `now`. */
    heldOf(cronJobIds: readonly number[], now: number): Promise<ReadonlyMap<number, readonly HeldDelivery[]>>;
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
      known: CronJobFacts & {
        readonly nextRunAt: number | null;
        readonly windowDays: number;
        readonly observedAt: number;
      },
    ): Promise<number>;
    setLive(
      id: number,
      live: CronJobFacts & { readonly running: readonly RunningRun[]; readonly nextRunAt: number | null },
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
    /** Writes all but the acknowledgement. */
    update(alert: Alert): Promise<void>;
    /** The first acknowledgement counts. */
    acknowledge(id: string, acknowledgement: Acknowledgement): Promise<Alert | null>;
  };
  readonly slots: {
    insert(cronJobId: number, slots: readonly EmptySlot[]): Promise<void>;
    remove(cronJobId: number, at: readonly number[]): Promise<void>;
  };
  readonly deliveries: {
    insert(rows: readonly Delivery[]): Promise<void>;
    insertUntold(rows: readonly UntoldEntry[]): Promise<void>;
    changeHolds(rows: readonly ChangedHold[], now: number): Promise<void>;
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
