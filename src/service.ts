import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Access } from './api/access.ts';
import { createServer } from './api/server.ts';
import type { CronJobCluster, Declined } from './api/routes/cron-job-actions.ts';
import type { AccessConfig } from './config/access.ts';
import type { Config } from './config/config.ts';
import type { Setting } from './config/describe-settings.ts';
import { ApiError } from './kube/api-error.ts';
import type { ClusterAccess } from './kube/cluster-access.ts';
import { ClusterClient } from './kube/cluster-client.ts';
import { ClusterWatch, type WatchTiming } from './kube/cluster-watch.ts';
import { SecretWatch } from './kube/secret-watch.ts';
import { Transport } from './kube/transport.ts';
import type { Clock } from './lib/clock.ts';
import { DeniedNetworks } from './lib/denied-networks.ts';
import { SecretText } from './lib/secret-text.ts';
import { serviceMetrics } from './metrics.ts';
import { Monitor } from './monitor/monitor.ts';
import { Retention } from './monitor/retention.ts';
import { Channels } from './notify/channels.ts';
import { Heartbeat } from './notify/heartbeat.ts';
import { Outbox } from './notify/outbox.ts';
import { openOutlet, type OutletOptions } from './notify/outlet.ts';
import { findZone, UTC } from './schedule/zone.ts';
import { serviceProblems } from './service-problems.ts';
import { openStore, type Store } from './store/store.ts';

export interface ServiceOptions {
  readonly config: Pick<
    Config,
    | 'host'
    | 'port'
    | 'database'
    | 'publicUrl'
    | 'controllerTimeZone'
    | 'deniedNetworks'
    | 'caFile'
    | 'heartbeatUrl'
    | 'access'
    | 'retention'
    | 'report'
  >;
  /** What the API tells of the configuration; empty where there is none to tell of. */
  readonly settings: readonly Setting[];
  readonly access: ClusterAccess;
  readonly clock: Clock;
  readonly log: Logger;
  /** Of the built page; null serves the API alone. */
  readonly pageDirectory: string | null;
  readonly version: string;
  /** Real time that a receiver has for its answer; shortened in tests. */
  readonly sendTimeoutMs?: number;
  /** Real times of the watches; shortened in tests. */
  readonly watchTiming?: Partial<WatchTiming>;
}

/** The parts of the service, joined: what watches, judges, delivers and serves one cluster. */
export class Service {
  readonly #options: ServiceOptions;
  readonly #store: Store;
  readonly #transport: Transport;
  readonly #client: ClusterClient;
  readonly #watch: ClusterWatch;
  readonly #secrets: SecretWatch;
  readonly #monitor: Monitor;
  readonly #channels: Channels;
  readonly #outbox: Outbox;
  readonly #heartbeat: Heartbeat | null;
  readonly #retention: Retention;
  readonly #startedAt = performance.now();
  readonly #synced = Promise.withResolvers<void>();
  #server: Awaited<ReturnType<typeof createServer>> | null = null;
  #stopping: Promise<void> | null = null;
  #judging: Promise<void> = Promise.resolve();

  private constructor(options: ServiceOptions, store: Store) {
    const { access, clock, log, config, sendTimeoutMs } = options;
    this.#options = options;
    this.#store = store;
    this.#transport = new Transport({ access });
    this.#client = new ClusterClient(this.#transport);
    const network: OutletOptions = {
      denied: new DeniedNetworks(config.deniedNetworks),
      extraCa: config.caFile === null ? null : readFileSync(config.caFile, 'utf8'),
    };
    this.#secrets = new SecretWatch({ transport: this.#transport, log: log.child({ part: 'watch' }) });
    this.#channels = new Channels({
      store: store.channels,
      cluster: this.#client,
      secrets: this.#secrets,
      clock,
      log: log.child({ part: 'channels' }),
      publicUrl: config.publicUrl,
      network,
      ...(sendTimeoutMs === undefined ? {} : { sendTimeoutMs }),
      onReady: async (channel) => {
        await store.deliveries.bringForward(channel, clock.now());
        this.#outbox.wake();
      },
    });
    this.#outbox = new Outbox({
      store: store.deliveries,
      digests: store.digests,
      sender: this.#channels,
      counters: store.channels,
      clock,
      log: log.child({ part: 'outbox' }),
    });
    this.#heartbeat =
      config.heartbeatUrl &&
      new Heartbeat({
        url: config.heartbeatUrl,
        outlet: openOutlet(network),
        clock,
        log: log.child({ part: 'heartbeat' }),
        problems: () => this.#problems(),
      });
    this.#monitor = this.#newMonitor();
    this.#retention = this.#newRetention();
    this.#watch = this.#newWatch();
  }

  /** Opens the store and begins to watch. Rejects when the store cannot be opened. */
  static async start(options: ServiceOptions): Promise<Service> {
    const store = await openStore({
      ...options.config.database,
      log: options.log.child({ part: 'store' }),
    });
    const service = new Service(options, store);
    service.#watch.start();
    service.#judging = service.#judge();
    return service;
  }

  /** Serves the API and the page. Resolves with their URL; rejects when the address is taken. */
  async listen(): Promise<string> {
    const { log, pageDirectory, version, config, settings } = this.#options;
    const { logo } = config.report;
    this.#server = await createServer({
      log: log.child({ part: 'api' }),
      version,
      pageDirectory,
      access: toAccess(config.access),
      ports: {
        ...this.#store,
        alerts: {
          ...this.#store.alerts,
          acknowledge: (id, acknowledgement) => this.#monitor.acknowledge(id, acknowledgement),
        },
        clock: this.#options.clock,
        knownCronJobs: this.#store.cronJobs,
        settings,
        reportHeader: { ...config.report, logo: logo === null ? null : readFileSync(logo) },
        controllerTimeZone: config.controllerTimeZone,
        version,
        cluster: this.#cronJobCluster(),
        notifier: { testChannel: (name) => this.#channels.test(name) },
        isLiveJob: (jobUid) => this.#monitor.hasJob(jobUid),
        notReadyReasons: () => this.#notReadyReasons(),
        metrics: this.#metrics(),
        controllerZone: findZone(this.#options.config.controllerTimeZone) ?? UTC,
        uptimeMs: () => performance.now() - this.#startedAt,
      },
    });
    return this.#server.listen({ host: config.host, port: config.port });
  }

  /** Resolves when everything that was listed at the start is in the store. */
  async ready(): Promise<void> {
    await this.#judging;
  }

  /** Whether all changes up to these have had their whole effect: recorded, judged, delivered. */
  settledAt(latest: (resource: string) => number): boolean {
    return (
      this.#watch.caughtUpTo(latest) &&
      this.#secrets.caughtUpTo(latest) &&
      this.#monitor.ready &&
      this.#monitor.idle() &&
      this.#channels.idle() &&
      this.#outbox.idle() &&
      (this.#heartbeat?.idle() ?? true) &&
      this.#retention.idle()
    );
  }

  /** Whether the cluster is heard, and what was missed in a silence had time to be told: only then is it judged. */
  get hearsCluster(): boolean {
    return this.#watch.isFresh();
  }

  /** Ends what is under way and nothing new; calling it again waits for the same. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #stop(): Promise<void> {
    await this.#server?.close();
    await this.#watch.stop();
    this.#synced.resolve();
    await this.#retention.stop();
    await this.#monitor.stop();
    await this.#judging.catch(() => {});
    await this.#heartbeat?.stop();
    await this.#outbox.stop();
    await this.#channels.stop();
    await this.#secrets.stop();
    await this.#transport.close();
    await this.#store.close();
  }

  /** Judging begins when the first lists are complete, so that nothing is taken for missing too soon. */
  async #judge(): Promise<void> {
    await this.#synced.promise;
    if (this.#stopping !== null) return;
    this.#channels.onSynced();
    this.#outbox.start();
    await this.#monitor.start();
    this.#heartbeat?.start();
    this.#retention.start();
  }

  #newMonitor(): Monitor {
    const { clock, log, config } = this.#options;
    const zone = findZone(config.controllerTimeZone);
    return new Monitor({
      store: this.#store,
      cluster: this.#client,
      clock,
      log: log.child({ part: 'monitor' }),
      onDeliveries: () => this.#outbox.wake(),
      isFresh: () => this.#watch.isFresh(),
      ...(zone === null ? {} : { zone }),
    });
  }

  #newRetention(): Retention {
    const { clock, log, config } = this.#options;
    return new Retention({
      store: this.#store,
      selecting: (cronJob) => this.#monitor.selecting(cronJob),
      keeps: (jobUid) => this.#monitor.hasJob(jobUid),
      watches: (cronJob) => this.#monitor.watches(cronJob),
      defaults: config.retention,
      clock,
      log: log.child({ part: 'retention' }),
    });
  }

  #newWatch(): ClusterWatch {
    const monitor = this.#monitor;
    const { watchTiming } = this.#options;
    return new ClusterWatch({
      transport: this.#transport,
      ...(watchTiming && { timing: watchTiming }),
      log: this.#options.log.child({ part: 'watch' }),
      handlers: {
        onCronJob: (change) => {
          monitor.cronJobChanged(change);
          if (change.kind !== 'modified') this.#retention.wake();
        },
        onJob: (change) => monitor.jobChanged(change),
        onPod: (change) => monitor.podChanged(change),
        onNamespace: (change) => monitor.namespaceChanged(change),
        onMonitor: (change) => monitor.monitorChanged(change),
        onChannel: (change) => {
          this.#channels.onChange(change);
          monitor.channelChanged(change);
        },
        onSynced: () => this.#synced.resolve(),
        onListedAgain: (blindMs) => monitor.listedAgain(blindMs),
        onFresh: (silentMs) => monitor.watchesFresh(silentMs),
      },
    });
  }

  #notReadyReasons(): string[] {
    const waiting = this.#watch.freshness().filter(({ synced }) => !synced);
    const reasons = waiting.map(({ resource }) => `${resource} have not been listed yet`);
    if (reasons.length === 0 && !this.#monitor.ready) reasons.push('what was listed is being recorded');
    return reasons;
  }

  #cronJobCluster(): CronJobCluster {
    const client = this.#client;
    return {
      triggerCronJob: (namespace, name) =>
        orDeclined(async () => {
          const job = await client.createJobFromCronJob(namespace, name);
          return { kind: 'created', jobName: job.name };
        }),
      suspendCronJob: (namespace, name, suspend) =>
        orDeclined(async () => {
          await client.suspendCronJob(namespace, name, suspend);
          return { kind: 'done' };
        }),
    };
  }

  /** Why the service cannot be trusted at the moment. */
  async #problems(): Promise<readonly string[]> {
    const now = this.#options.clock.now();
    const { channels } = await this.#store.figures(now);
    // What waits for a channel that is not ready is no fault of the outbox; its state says so.
    const due = channels.filter(({ ready }) => ready).map(({ dueSince }) => dueSince ?? Infinity);
    return serviceProblems({
      now,
      ready: this.#monitor.ready,
      watches: this.#watch.freshness(),
      storeWrittenAt: this.#monitor.watchNotedAt,
      failing: this.#monitor.failing,
      dueSince: finiteOrNull(Math.min(...due)),
    });
  }

  #metrics(): Registry {
    return serviceMetrics({
      clock: this.#options.clock,
      watches: () => this.#watch.freshness(),
      queue: () => ({ depth: this.#monitor.queueDepth, failing: this.#monitor.failing }),
      figures: () => this.#store.figures(this.#options.clock.now()),
      lastHeartbeatAt: () => this.#heartbeat?.lastBeatAt ?? null,
      problems: () => this.#problems(),
    });
  }
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Throws when the token's file cannot be read or is empty: better no service than an open one. */
function toAccess({ token, tokenGuards, readOnly, userHeader, allowedHosts }: AccessConfig): Access {
  return {
    token: token === null ? null : { value: readToken(token), guards: tokenGuards },
    readOnly,
    userHeader,
    allowedHosts,
  };
}

function readToken(token: NonNullable<AccessConfig['token']>): SecretText {
  if (token instanceof SecretText) return token;
  const text = readFileSync(token.file, 'utf8').trim();
  if (text === '') throw new Error(`the access token's file ${token.file} is empty`);
  return new SecretText(text);
}

/** What `act` answers, or why the cluster declined; throws when the fault is the cluster's or on the way to it. */
async function orDeclined<Outcome>(act: () => Promise<Outcome>): Promise<Outcome | Declined> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code >= 500) throw error;
    if (error.code === 404) return { kind: 'notFound' };
    return { kind: 'refused', message: error.message };
  }
}
