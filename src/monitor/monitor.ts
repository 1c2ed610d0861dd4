import type { Alert } from '../alert/alert.ts';
import { type CronJob, cronJobKey } from '../execution/cron-job.ts';
import type { Job } from '../execution/job.ts';
import type { Pod } from '../execution/pod.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY } from '../lib/duration.ts';
import type { Log } from '../lib/log.ts';
import { UTC, type Zone } from '../schedule/zone.ts';
import { acknowledgeAlert } from './acknowledge-alert.ts';
import { type Change, mapChange } from './change.ts';
import type { SyncPlan } from './commit.ts';
import { EvidenceCollector, type EvidenceStore } from './evidence.ts';
import type { EvidenceCluster } from './evidence-fetcher.ts';
import { evidencePolicy } from './evidence-policy.ts';
import {
  Membership,
  type MonitorResource,
  type NamespaceLabels,
  type SelectingMonitor,
} from './membership.ts';
import { type MonitorStatusCluster, type MonitorStore, MonitorStatuses } from './monitor-statuses.ts';
import { KeyedQueue } from './queue.ts';
import { syncCronJobs } from './sync.ts';
import { SlotEvents, type SlotEventCluster } from './slot-events.ts';
import { toStoredRow } from './stored-row.ts';
import type { Acknowledgement, StoredCronJob, SyncStore } from './sync-store.ts';
import { type JobEntry, View } from './view.ts';
import { WatchLog, type WatchLogStore } from './watch-log.ts';

/** All that is read from and written to the store. */
interface Store extends SyncStore {
  readonly cronJobs: SyncStore['cronJobs'] & {
    /** Every CronJob ever seen. */
    all(): Promise<readonly StoredCronJob[]>;
  };
  readonly evidence: SyncStore['evidence'] & EvidenceStore;
  readonly monitors: MonitorStore;
  readonly watchSessions: WatchLogStore;
}

/** A CronJobMonitor as any custom resource is read: its namespace is null only for kinds that have none. */
export type MonitorObject = Omit<MonitorResource, 'namespace'> & { readonly namespace: string | null };

export interface MonitorOptions {
  readonly store: Store;
  readonly cluster: EvidenceCluster & MonitorStatusCluster & SlotEventCluster;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when rows were added to the outbox, or may go out sooner. */
  readonly onDeliveries: () => void;
  /** Whether the watches are heard; when it says no, call `watchesFresh` once they are again. */
  readonly isFresh?: () => boolean;
  /** Of the cluster's controller manager; UTC unless given. */
  readonly zone?: Zone;
  /** Real time after which a log or events are given up; shortened in tests. */
  readonly evidenceDeadlineMs?: number;
}

/** A deletion that was not told before a stop is told after the start, unless it is longer ago than this. */
const DELETION_MEMORY_MS = 30 * DAY;

/** CronJobs written in one transaction: enough for its cost to vanish, few enough to stay short. */
const BATCH_SIZE = 200;

/**
 * Watches, records and judges: takes the changes of the cluster, and keeps the store's runs, alerts
 * and outbox true to them. Feed it the first lists, call `start`, go on feeding it. Telling it
 * anything again changes nothing.
 */
export class Monitor implements AsyncDisposable {
  readonly #options: MonitorOptions;
  readonly #view = new View();
  readonly #queue: KeyedQueue;
  readonly #evidence: EvidenceCollector;
  readonly #membership: Membership;
  readonly #statuses: MonitorStatuses;
  readonly #watchLog: WatchLog;
  readonly #slotEvents: SlotEvents;
  /** CronJobs that were looked at while the watches were silent. */
  readonly #stale = new Set<string>();
  #state: 'new' | 'starting' | 'started' | 'stopped' = 'new';

  constructor(options: MonitorOptions) {
    this.#options = options;
    const { store, cluster, clock, log, zone = UTC, isFresh = () => true, evidenceDeadlineMs } = options;
    this.#watchLog = new WatchLog({ store: store.watchSessions, clock, log, isFresh });
    this.#evidence = new EvidenceCollector({
      cluster,
      store: store.evidence,
      clock,
      log,
      onSettled: (jobUid) => this.#enqueue(this.#view.jobs.get(jobUid)),
      ...(evidenceDeadlineMs === undefined ? {} : { deadlineMs: evidenceDeadlineMs }),
    });
    this.#slotEvents = new SlotEvents({
      cluster,
      clock,
      log,
      onAnswered: ({ key }) => this.#queue.add(key),
    });
    this.#membership = new Membership((monitorKey) => this.#statuses.add(monitorKey));
    this.#statuses = new MonitorStatuses({
      membership: this.#membership,
      cronJobId: (key) => this.#view.cronJobs.get(key)?.stored?.id ?? null,
      store: store.monitors,
      cluster,
      clock,
      log,
    });
    this.#queue = new KeyedQueue({
      clock,
      log,
      batchSize: BATCH_SIZE,
      sync: (keys) =>
        syncCronJobs(
          {
            view: this.#view,
            store,
            clock,
            log,
            zone,
            watch: this.#watchLog,
            askController: (entry) => this.#slotEvents.ask(entry),
            onStale: (stale) => this.#putAside(stale),
            selecting: (cronJob) => this.#membership.selecting(cronJob),
            evidence: {
              pending: (jobUid) => this.#evidence.pending(jobUid),
              startEvents: (jobUid) => this.#evidence.startEvents(jobUid),
            },
            onUnrecorded: (entry) => this.#capture(entry),
            onOverdue: ({ job, log }) => this.#evidence.captureStartEvents(job, log),
            onDone: (entry) => this.#evidence.forget(entry.job.uid),
            onCommitted: (plan) => this.#committed(plan),
          },
          keys,
        ),
    });
  }

  cronJobChanged(change: Change<CronJob>): void {
    const entry = this.#view.cronJobChanged(change);
    if (entry.present) this.#membership.cronJobSeen(entry.cronJob!);
    else this.#membership.cronJobGone(entry.cronJob!);
    this.#queue.add(entry.key);
  }

  jobChanged(change: Change<Job>): void {
    for (const entry of this.#view.jobChanged(change, this.#options.clock.now())) {
      if (entry.recorded === true && entry.departure !== null) this.#view.drop(entry);
      this.#capture(entry);
      // A recorded Job matters again only as the last that is left of a CronJob that is gone.
      if (entry.recorded !== true || !entry.cronJob.present) this.#enqueue(entry);
    }
  }

  podChanged(change: Change<Pod>): void {
    const entry = this.#view.podChanged(change, this.#options.clock.now());
    if (entry === null) return;
    this.#capture(entry);
    this.#enqueue(entry);
  }

  namespaceChanged(change: Change<NamespaceLabels>): void {
    for (const key of this.#membership.namespaceChanged(change)) this.#queue.add(key);
  }

  monitorChanged(change: Change<MonitorObject>): void {
    const changed = this.#membership.monitorChanged(mapChange(change, toMonitorResource));
    for (const key of changed) this.#queue.add(key);
  }

  /** CronJobs or Jobs had to be listed again: what came and went in the last `blindMs` nobody saw. */
  listedAgain(blindMs: number): void {
    this.#watchLog.listedAgain(blindMs);
  }

  /** The watches are heard again after `silentMs`: what could not be judged meanwhile is judged now. */
  watchesFresh(silentMs: number): void {
    this.#watchLog.heardAgain(silentMs);
    for (const key of this.#stale) this.#queue.add(key);
    this.#stale.clear();
  }

  /** An AlertChannel; monitors that refer to it say in their status whether it exists. */
  channelChanged(change: Change<{ readonly name: string }>): void {
    this.#statuses.channelChanged(change);
  }

  /**
   * Begins to judge. To be called once everything was listed: what the store holds and the cluster
   * does not is then taken for deleted. Resolves when everything listed was brought up to
   * date, but for runs that wait for their evidence. Rejects when the store cannot be read; it may then
   * be called again.
   */
  async start(): Promise<void> {
    if (this.#state !== 'new') return;
    this.#state = 'starting';
    try {
      await this.#watchLog.start(await this.#takeUp());
      if (this.#stopped()) return;
      await this.#statuses.start();
    } catch (error) {
      if (!this.#stopped()) this.#state = 'new';
      throw error;
    }
    this.#queue.start();
    await this.#queue.caughtUp();
    if (!this.#stopped()) this.#state = 'started';
  }

  /** Notes who has seen an alert. The alert as it then is; null when there is none. */
  async acknowledge(id: string, acknowledgement: Acknowledgement): Promise<Alert | null> {
    const { store, onDeliveries } = this.#options;
    const noted = await acknowledgeAlert(store, id, acknowledgement, (cronJob) =>
      this.#membership.selecting(cronJob),
    );
    if (noted === null) return null;
    this.#statuses.cronJobWritten(cronJobKey({ ...noted.alert, name: noted.alert.cronJobName }));
    if (noted.delivers) onDeliveries();
    return noted.alert;
  }

  /** Whether the cluster has this Job of a CronJob, or its run is still to be recorded. */
  hasJob(jobUid: string): boolean {
    return this.#view.jobs.has(jobUid);
  }

  /** Whether the cluster has the CronJob or a Job of it, or its deletion is still to be judged. */
  watches(cronJob: CronJob): boolean {
    return this.#view.cronJobs.has(cronJobKey(cronJob));
  }

  /** When the store last took a note that the cluster is watched; null before the first. */
  get watchNotedAt(): number | null {
    return this.#watchLog.notedAt;
  }

  /** The valid monitors that select the CronJob, by namespace and name; also of one that is gone. */
  selecting(cronJob: CronJob): readonly SelectingMonitor[] {
    return this.#membership.selecting(cronJob);
  }

  /** CronJobs that wait to be brought up to date. */
  get queueDepth(): number {
    return this.#queue.depth;
  }

  /** CronJobs whose last sync failed. */
  get failing(): number {
    return this.#queue.failing;
  }

  /** Whether everything that was listed at the start has been brought up to date. */
  get ready(): boolean {
    return this.#state === 'started';
  }

  /** Whether nothing is queued, in work, or due now. */
  idle(): boolean {
    return this.syncIdle() && this.#evidence.idle() && this.#slotEvents.idle();
  }

  /** Likewise, but for evidence that is still on its way from the cluster. */
  syncIdle(): boolean {
    return this.#state !== 'starting' && this.#queue.idle() && this.#statuses.idle();
  }

  /** Ends what is being written, gives up the rest. Whatever was not recorded is found again at the next start. */
  async stop(): Promise<void> {
    this.#state = 'stopped';
    this.#evidence.stop();
    this.#slotEvents.stop();
    await this.#queue.stop();
    await this.#statuses.stop();
    await this.#watchLog.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  #stopped(): boolean {
    return this.#state === 'stopped';
  }

  #putAside(keys: readonly string[]): void {
    for (const key of keys) this.#stale.add(key);
  }

  /**
   * Takes up what an earlier process left: CronJobs, those too that were deleted while nobody watched, and
   * their runs that are gone. Answers the instant up to which the slots of all of them are judged.
   */
  async #takeUp(): Promise<number> {
    let judgedUntil = this.#options.clock.now();
    for (const row of await this.#options.store.cronJobs.all()) {
      if (row.deletedAt !== null && row.deletedAt < this.#options.clock.now() - DELETION_MEMORY_MS) continue;
      if (row.deletedAt === null) judgedUntil = Math.min(judgedUntil, row.slotsJudgedUntil ?? judgedUntil);
      const entry = this.#view.entryOf(row);
      entry.stored ??= toStoredRow(row);
      if (!entry.present) entry.goneSince ??= row.deletedAt;
      if (!entry.present) entry.cronJob ??= entry.stored.cronJob;
      entry.vanished = row.running.filter(({ jobUid }) => !this.#view.jobs.has(jobUid));
      this.#queue.add(entry.key);
    }
    return judgedUntil;
  }

  #enqueue(entry: JobEntry | undefined): void {
    if (entry !== undefined) this.#queue.add(entry.cronJob.key);
  }

  /** Only for runs that the store is known not to have: at a start most of them are old. */
  #capture(entry: JobEntry): void {
    if (entry.recorded !== false) return;
    const { job, log } = entry;
    const { cronJob } = entry.cronJob;
    const policy = () => evidencePolicy(cronJob === null ? [] : this.#membership.selecting(cronJob));
    this.#evidence.captureLogs(job.uid, log, policy);
    if (isFailing(entry)) this.#evidence.captureEvents(job, log, policy);
  }

  #committed({ entry, row, changes }: SyncPlan): void {
    if (row?.id === null || row?.markDeleted || changes.transitions.length > 0) {
      this.#statuses.cronJobWritten(entry.key);
    }
    if (changes.deliveries.length > 0 || changes.holds.length > 0) this.#options.onDeliveries();
  }
}

function toMonitorResource({
  uid,
  namespace,
  name,
  generation,
  createdAt,
  spec,
  status,
}: MonitorObject): MonitorResource {
  return { uid, namespace: namespace ?? '', name, generation, createdAt, spec, status };
}

/** Failed, about to be (FailureTarget), or taken away before it ended. */
function isFailing({ job, departure }: JobEntry): boolean {
  if (departure !== null && job.completedAt === null) return true;
  return job.conditions.some(
    ({ type, status }) => status === 'True' && (type === 'Failed' || type === 'FailureTarget'),
  );
}
