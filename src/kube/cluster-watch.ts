import type { CronJob } from '../execution/cron-job.ts';
import type { Job } from '../execution/job.ts';
import type { Pod } from '../execution/pod.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import { SECOND } from '../lib/duration.ts';
import type { Log } from '../lib/log.ts';
import type { Change } from './collection.ts';
import { Reflector, type ReflectorOptions, type ReflectorTiming } from './reflector.ts';
import { toCronJob } from './to-cron-job.ts';
import {
  type CustomResource,
  type NamespacedResource,
  toCustomResource,
  toNamespacedResource,
} from './to-custom-resource.ts';
import { toJob } from './to-job.ts';
import { type Namespace, toNamespace } from './to-namespace.ts';
import { toPod } from './to-pod.ts';
import type { Transport } from './transport.ts';

/** Called in the cluster's order within a kind; between kinds there is no order. */
export interface ClusterHandlers {
  onCronJob(change: Change<CronJob>): void;
  onJob(change: Change<Job>): void;
  onPod(change: Change<Pod>): void;
  onNamespace(change: Change<Namespace>): void;
  onMonitor(change: Change<NamespacedResource>): void;
  onChannel(change: Change<CustomResource>): void;
  /** Called once, when every kind has been read to its end. */
  onSynced?(): void;
  /** Called when CronJobs or Jobs had to be listed again: what came and went in the last `blindMs` nobody saw. */
  onListedAgain?(blindMs: number): void;
  /** Called when the watches are heard again, after `isFresh` said that they are not; the last byte was so long ago. */
  onFresh?(silentMs: number): void;
}

export interface ClusterWatchOptions {
  readonly transport: Pick<Transport, 'request' | 'json'>;
  readonly handlers: ClusterHandlers;
  readonly log: Log;
  /** Shortened in tests. */
  readonly timing?: Partial<WatchTiming>;
  /** Network time is real time, even in a virtual world. */
  readonly clock?: Clock;
}

export interface WatchTiming extends ReflectorTiming {
  /** What a watch missed follows at once when it is heard again: it is believed if it still is after this. */
  readonly recoveryMs: number;
}

export interface Freshness {
  readonly resource: WatchedResource;
  /** When the server last sent anything on it, by our clock; null before the first byte. */
  readonly lastByteAt: number | null;
  readonly synced: boolean;
}

export type WatchedResource =
  | 'cronjobs'
  | 'jobs'
  | 'pods'
  | 'namespaces'
  | 'cronjobmonitors'
  | 'alertchannels';

/** What the bundle needs of a reflector, whatever it holds. */
type AnyReflector = Pick<
  Reflector<{ readonly uid: string }>,
  'start' | 'stop' | 'synced' | 'absent' | 'broken' | 'lastByteAt' | 'resourceVersion'
>;

/** The kinds whose absence means something: a run that did not come, a CronJob that is gone. */
const CONCLUSIVE: readonly WatchedResource[] = ['cronjobs', 'jobs'];
/** Bookmarks come every minute or so; after this much silence the reflector takes a watch for dead. */
const FRESH_MS = 90 * SECOND;
const RECOVERY_MS = 3 * SECOND;

const OWN_GROUP = '/apis/punctual.dev/v1alpha1';

/**
 * Watches everything of the cluster that the service lives on. Our own kinds may be missing: then there
 * are none, until their definitions are installed.
 */
export class ClusterWatch {
  readonly #options: ClusterWatchOptions;
  readonly #reflectors = new Map<WatchedResource, AnyReflector>();
  readonly #clock: Clock;
  #told = false;
  /** Set while the watches are not to be believed: cancels the next look at them. */
  #recovering: (() => void) | null = null;

  constructor(options: ClusterWatchOptions) {
    const { handlers } = options;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#watch('cronjobs', '/apis/batch/v1/cronjobs', toCronJob, (change) => handlers.onCronJob(change));
    this.#watch('jobs', '/apis/batch/v1/jobs', toJob, (change) => handlers.onJob(change));
    // The label without a prefix: older clusters (before 1.27) set no other, newer ones still set both.
    this.#watch('pods', '/api/v1/pods', toPod, (change) => handlers.onPod(change), {
      query: { labelSelector: 'job-name' },
    });
    this.#watch('namespaces', '/api/v1/namespaces', toNamespace, (change) => handlers.onNamespace(change));
    this.#watch(
      'cronjobmonitors',
      `${OWN_GROUP}/cronjobmonitors`,
      toNamespacedResource,
      (change) => handlers.onMonitor(change),
      { absentIsEmpty: true },
    );
    this.#watch(
      'alertchannels',
      `${OWN_GROUP}/alertchannels`,
      toCustomResource,
      (change) => handlers.onChannel(change),
      { absentIsEmpty: true },
    );
  }

  /** Begins; does nothing when it runs. */
  start(): void {
    for (const reflector of this.#reflectors.values()) reflector.start();
  }

  /** Resolves when every watch is closed and no handler will be called any more. */
  async stop(): Promise<void> {
    this.#recovering?.();
    await Promise.all([...this.#reflectors.values()].map((reflector) => reflector.stop()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  /** Whether every kind has been read to its end once. */
  get synced(): boolean {
    return [...this.#reflectors.values()].every((reflector) => reflector.synced);
  }

  /**
   * Whether something may be concluded from what was not told: CronJobs and Jobs were heard within
   * 90 s, and no connection of theirs is broken.
   * When it says no, `onFresh` follows.
   */
  isFresh(): boolean {
    if (this.#recovering !== null) return false;
    if (this.#heardLately()) return true;
    this.#lookAgain(this.#lastHeardAt());
    return false;
  }

  /** How fresh each watch is. */
  freshness(): Freshness[] {
    return [...this.#reflectors].map(([resource, { lastByteAt, synced }]) => ({
      resource,
      lastByteAt,
      synced,
    }));
  }

  /**
   * Whether everything has been told up to these resourceVersions, one for each resource. Only for
   * servers whose resourceVersions are numbers of one count, as the sandbox's are. A kind that is not
   * installed holds nothing up.
   */
  caughtUpTo(latest: (resource: WatchedResource) => number): boolean {
    for (const [resource, { synced, absent, resourceVersion }] of this.#reflectors) {
      if (!synced || (!absent && Number(resourceVersion) < latest(resource))) return false;
    }
    return true;
  }

  #watch<T extends { readonly uid: string }>(
    resource: WatchedResource,
    path: string,
    transform: ReflectorOptions<T>['transform'],
    onChange: (change: Change<T>) => void,
    more: Pick<ReflectorOptions<T>, 'query' | 'absentIsEmpty'> = {},
  ): void {
    const { transport, log, timing, handlers } = this.#options;
    const reflector = new Reflector<T>({
      transport,
      path,
      transform,
      onChange,
      onSynced: () => this.#tellSynced(),
      ...(CONCLUSIVE.includes(resource) && {
        onListedAgain: (blindMs: number) => handlers.onListedAgain?.(blindMs),
      }),
      clock: this.#clock,
      log: log.child({ resource }),
      ...(timing && { timing }),
      ...more,
    });
    this.#reflectors.set(resource, reflector);
  }

  #heardLately(): boolean {
    const now = this.#clock.now();
    return CONCLUSIVE.every((resource) => {
      const { lastByteAt, broken } = this.#reflectors.get(resource)!;
      return !broken && lastByteAt !== null && now - lastByteAt <= FRESH_MS;
    });
  }

  /** Of the watches that something is concluded from the one that has been silent for longest. */
  #lastHeardAt(): number {
    const heardAt = CONCLUSIVE.map((resource) => this.#reflectors.get(resource)!.lastByteAt);
    return Math.min(...heardAt.map((at) => at ?? this.#clock.now()));
  }

  #lookAgain(silentFrom: number): void {
    const heard = this.#heardLately();
    const { recoveryMs = RECOVERY_MS } = this.#options.timing ?? {};
    this.#recovering = this.#clock.setTimer(this.#clock.now() + recoveryMs, () => {
      if (!heard || !this.#heardLately()) return this.#lookAgain(silentFrom);
      this.#recovering = null;
      this.#options.handlers.onFresh?.(this.#clock.now() - silentFrom);
    });
  }

  #tellSynced(): void {
    if (this.#told || !this.synced) return;
    this.#told = true;
    this.#options.handlers.onSynced?.();
  }
}
