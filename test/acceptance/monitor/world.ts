import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ControllerEvent } from '../../../src/slot/controller-event.ts';
import type { CronJob } from '../../../src/execution/cron-job.ts';
import type { Job } from '../../../src/execution/job.ts';
import type { Pod } from '../../../src/execution/pod.ts';
import { aCronJob, T0 } from '../../../src/execution/testing.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { VirtualClock } from '../../../src/lib/virtual-clock.ts';
import type { Change } from '../../../src/monitor/change.ts';
import type {
  ClusterEvent,
  ObjectReference,
  PodLog,
  PodLogRequest,
} from '../../../src/monitor/evidence-fetcher.ts';
import { Monitor, type MonitorObject, type MonitorOptions } from '../../../src/monitor/monitor.ts';
import { aLog, until } from '../../../src/monitor/testing.ts';
import { openStore, type Store } from '../../../src/store/store.ts';

/** When the built CronJob's slot is: the virtual clock stands there at first. */
export const START = T0;

/** A file for a database that outlives one Monitor; removed with the test's scope. */
export class Scratch implements Disposable {
  readonly #dir = mkdtempSync(join(tmpdir(), 'punctual-monitor-'));
  readonly path = join(this.#dir, 'punctual.db');

  /** The path of what a process finds that was killed and started again now. */
  copy(): string {
    const path = join(this.#dir, 'copy.db');
    for (const suffix of ['', '-wal']) copyFileSync(`${this.path}${suffix}`, `${path}${suffix}`);
    return path;
  }

  [Symbol.dispose](): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

export interface WorldOptions extends Partial<
  Pick<MonitorOptions, 'store' | 'evidenceDeadlineMs' | 'isFresh'>
> {
  /** A database file; in memory unless given. */
  readonly path?: string;
  /** What the cluster answers for a log. */
  readonly podLog?: (request: PodLogRequest) => Promise<PodLog>;
  /** What the cluster's controller reported of a CronJob. */
  readonly eventsAbout?: (object: {
    readonly kind: string;
    readonly name: string;
  }) => Promise<readonly ControllerEvent[]>;
  /** What the cluster tells about a Job or a Pod. */
  readonly podEvents?: (object: ObjectReference) => Promise<readonly ClusterEvent[]>;
  /** Puts something between the Monitor and its store. */
  readonly intercept?: (store: Store) => Store;
}

/** A Monitor on a real SQLite store and a virtual clock, and a cluster that the test plays by hand. */
export class World implements AsyncDisposable {
  readonly clock = new VirtualClock(START);
  readonly log = aLog();
  readonly store: Store;
  readonly monitor: Monitor;
  /** Every status written, by monitor. */
  readonly statuses: { readonly name: string; readonly status: Record<string, unknown> }[] = [];
  /** How often the outbox was woken. */
  wakeUps = 0;
  readonly #objects = new Map<string, unknown>();

  static async open(options: WorldOptions = {}): Promise<World> {
    return new World(await openStore({ path: options.path ?? ':memory:', log: silentLog }), options);
  }

  private constructor(store: Store, options: WorldOptions) {
    this.store = store;
    const { podLog = async () => ({ text: 'boom\n', truncated: false }), eventsAbout = async () => [] } =
      options;
    const { evidenceDeadlineMs, isFresh, podEvents = async () => [] } = options;
    this.monitor = new Monitor({
      store: options.intercept?.(store) ?? store,
      cluster: {
        podLog,
        podLogHead: async () => '',
        eventsAbout: async (object) =>
          object.kind === 'CronJob' ? (await eventsAbout(object)).map(toClusterEvent) : podEvents(object),
        patchStatus: async ({ name }, status) => {
          this.statuses.push({ name, status: { ...status } });
        },
      },
      clock: this.clock,
      log: this.log,
      onDeliveries: () => void (this.wakeUps += 1),
      ...(evidenceDeadlineMs === undefined ? {} : { evidenceDeadlineMs }),
      ...(isFresh === undefined ? {} : { isFresh }),
    });
  }

  /** Tells an object as a watch would: added the first time, modified from then on. */
  cronJob(next: CronJob = aCronJob()): void {
    this.monitor.cronJobChanged(this.#seen(next));
  }

  job(next: Job): void {
    this.monitor.jobChanged(this.#seen(next));
  }

  pod(next: Pod): void {
    this.monitor.podChanged(this.#seen(next));
  }

  cronJobMonitor(name: string, spec: unknown, generation = 1): void {
    const createdAt = START - 86_400_000;
    const uid = `monitor-${name}`;
    const resource = { uid, namespace: 'payments', name, generation, createdAt, spec, status: null };
    this.monitor.monitorChanged(this.#seen<MonitorObject>(resource));
  }

  channel(name: string): void {
    this.monitor.channelChanged({ kind: 'added', next: { name } });
  }

  jobDeleted(last: Job, finalStateKnown = true): void {
    this.monitor.jobChanged({ kind: 'deleted', last, finalStateKnown });
  }

  cronJobDeleted(last: CronJob = aCronJob()): void {
    this.monitor.cronJobChanged({ kind: 'deleted', last, finalStateKnown: true });
  }

  /** Begins, with the built CronJob listed. */
  async start(): Promise<void> {
    this.cronJob();
    await this.monitor.start();
    await this.settle();
  }

  /** Lets everything that is due now happen. */
  readonly settle = (): Promise<void> => until(() => this.monitor.idle());

  /** Lets so many seconds pass. */
  async pass(seconds: number): Promise<void> {
    await this.clock.runUntil(this.clock.now() + seconds * 1_000, this.settle);
  }

  /** The recorded runs of the built CronJob, newest first. */
  async runs(name = 'nightly-backup') {
    const row = (await this.store.cronJobs.all()).find((cronJob) => cronJob.name === name);
    if (row === undefined) return [];
    const { items } = await this.store.executions.list(row.id, { limit: 100, offset: 0 });
    return items;
  }

  /** All alerts, newest first. */
  async alerts() {
    const { items } = await this.store.alerts.list({ limit: 100, offset: 0 });
    return items;
  }

  /** What is in the outbox for the alerts, in the order of writing: `channel event`. */
  async outbox(): Promise<string[]> {
    const alerts = (await this.alerts()).toReversed();
    const rows = await Promise.all(alerts.map(({ id }) => this.store.deliveries.ofAlert(id)));
    const messages = rows.flat().filter(({ state }) => state !== 'untold' && state !== 'withdrawn');
    return messages.map(({ channel, event }) => `${channel} ${event}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.monitor.stop();
    await this.store.close();
  }

  #seen<T extends { readonly uid: string }>(next: T): Change<T> {
    const previous = this.#objects.get(next.uid) as T | undefined;
    this.#objects.set(next.uid, next);
    return previous === undefined ? { kind: 'added', next } : { kind: 'modified', next, previous };
  }
}

function toClusterEvent(event: ControllerEvent): ClusterEvent {
  const about = { objectKind: 'CronJob', objectName: 'nightly-backup' };
  return { ...event, ...about, eventUid: event.reason, type: 'Warning', count: 1 };
}
