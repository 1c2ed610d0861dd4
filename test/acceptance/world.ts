import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { Agent, fetch } from 'undici';
import type { Alert } from '../../src/api/contract/alert.ts';
import type { CronJobDetail } from '../../src/api/contract/cron-job.ts';
import type { Execution, ExecutionDetail } from '../../src/api/contract/execution.ts';
import { CutProxy } from '../../bench/simulate/cut-proxy.ts';
import { settleAll } from '../../src/app.ts';
import { loadKubeconfig } from '../../src/kube/kubeconfig.ts';
import { Transport } from '../../src/kube/transport.ts';
import type { SecretText } from '../../src/lib/secret-text.ts';
import { VirtualClock } from '../../src/lib/virtual-clock.ts';
import { readCrds } from '../../src/sandbox/read-crds.ts';
import { type ReceivedMessage, Receiver } from '../../src/sandbox/receiver.ts';
import {
  type ContainerScript,
  type ScriptContext,
  ScriptRunner,
} from '../../src/sandbox/runners/script-runner.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { Service, type ServiceOptions } from '../../src/service.ts';
import { aPostgresDatabase, type TestDatabase } from '../postgres.ts';
import { collectionPath, type Manifest, SCRIPTS_ANNOTATION } from './manifests.ts';

/** Of the service's database in SQLite. */
const FILE = 'punctual.db';
const KUBECONFIG = 'kubeconfig';
/** The same cluster by another way. */
const DETOUR = 'detour.kubeconfig';

/** Monday, at noon UTC. */
export const START = Date.UTC(2026, 2, 2, 12);

/** What holds on one must hold on all. */
export const DATABASES = ['sqlite', 'postgres'] as const;
export type DatabaseType = (typeof DATABASES)[number];

export interface WorldOptions {
  /** Of the service; SQLite unless given. */
  readonly database?: DatabaseType;
  /** Real time that receivers have for an answer. */
  readonly sendTimeoutMs?: number;
  /** Called while the service can be trusted; nobody unless given. */
  readonly heartbeatUrl?: SecretText;
  /** Of the service; nothing is kept unless given. */
  readonly log?: Logger;
  /** How a container runs; null leaves it to the manifest. */
  readonly script?: (context: ScriptContext) => ContainerScript | null;
  /** Whether the service reaches its cluster by a way that `cutOff` cuts; its twin has one of its own. */
  readonly canBeCutOff?: boolean;
  /** Answers the URL by which the service reaches the cluster at this one; the same unless given. */
  readonly detour?: (clusterUrl: string) => Promise<string>;
}

/** Until resets have arrived. */
const RESET_MS = 50;
const LOOKED_AGAIN_MS = 50;

/**
 * A sandbox, the whole service and a receiver on one virtual clock, joined by real HTTP: what a test
 * does goes through the cluster's API, and what it sees comes from the service's API and the receiver.
 */
export class World implements AsyncDisposable {
  readonly clock: VirtualClock;
  readonly sandbox: Sandbox;
  readonly receiver: Receiver;
  readonly #directory: string;
  /** Null with SQLite, whose file is in the directory. */
  readonly #postgres: TestDatabase | null;
  readonly #transport: Transport;
  readonly #options: WorldOptions;
  readonly #agent = new Agent();
  readonly #proxy: CutProxy;
  #isCutOff = false;
  #service: Service | null = null;
  #twin: ({ readonly service: Service } & AsyncDisposable) | null = null;
  #url = '';

  private constructor(
    clock: VirtualClock,
    sandbox: Sandbox,
    receiver: Receiver,
    directory: string,
    postgres: TestDatabase | null,
    transport: Transport,
    options: WorldOptions,
  ) {
    this.clock = clock;
    this.sandbox = sandbox;
    this.receiver = receiver;
    this.#directory = directory;
    this.#postgres = postgres;
    this.#transport = transport;
    this.#options = options;
    this.#proxy = new CutProxy(sandbox.url);
  }

  static async start(options: WorldOptions = {}): Promise<World> {
    const clock = new VirtualClock(START);
    const directory = mkdtempSync(join(tmpdir(), 'punctual-world-'));
    const sandbox = await startSandbox({
      clock,
      host: '127.0.0.1',
      port: 0,
      runner: new ScriptRunner({ clock, script: options.script ?? nextOfJob() }),
      token: null,
      tls: false,
      snapshotPath: null,
      crds: readCrds(join(import.meta.dirname, '../../deploy/crds')),
      log: pino({ level: 'error' }),
    });
    writeFileSync(join(directory, KUBECONFIG), sandbox.kubeconfig);
    const receiver = await Receiver.start({ clock, host: '127.0.0.1', port: 0 });
    const transport = new Transport({ access: await accessTo(directory) });
    const postgres = options.database === 'postgres' ? await aPostgresDatabase() : null;
    const world = new World(clock, sandbox, receiver, directory, postgres, transport, options);
    if (options.canBeCutOff) await world.#proxy.open();
    const way = options.canBeCutOff ? world.#proxy.url : await options.detour?.(sandbox.url);
    if (way !== undefined) {
      writeFileSync(join(directory, DETOUR), sandbox.kubeconfig.replaceAll(sandbox.url, way));
    }
    await world.startService();
    return world;
  }

  /** The cluster cannot be reached by the service from now on, though it is there for everybody else. */
  async cutOff(): Promise<void> {
    await this.#proxy.cut();
    this.#isCutOff = true;
    await setTimeout(RESET_MS);
  }

  /** The service is told what it missed, which it does not judge by before it believes its watches again. */
  async reconnect(): Promise<void> {
    await this.#proxy.open();
    this.#isCutOff = false;
    await this.settle();
  }

  /** Lets the service believe its watches again, which takes it a while of real time. */
  async recover(): Promise<void> {
    while (this.#service?.hearsCluster === false) await setTimeout(LOOKED_AGAIN_MS);
    await this.settle();
  }

  /** Starts the service on the database that it had before. */
  async startService(): Promise<void> {
    const { canBeCutOff, detour } = this.#options;
    const kubeconfig = canBeCutOff || detour ? DETOUR : KUBECONFIG;
    this.#service = await Service.start(await this.#serviceOptions(this.#postgres, FILE, kubeconfig));
    this.#url = await this.#service.listen();
    await this.settle();
  }

  /** Stops the service; the cluster goes on without being watched. */
  async stopService(): Promise<void> {
    await this.#service?.stop();
    this.#service = null;
  }

  /**
   * A second service on the same cluster and the same receivers: with a database of its own, or, as a
   * replica, on that of the first. Answers its URL.
   */
  async startTwin(database: DatabaseType | 'shared'): Promise<string> {
    await using started = new AsyncDisposableStack();
    const own = database === 'postgres' ? started.use(await aPostgresDatabase()) : null;
    const postgres = database === 'shared' ? this.#postgres : own;
    const twin = started.use(await Service.start(await this.#serviceOptions(postgres, 'twin.db')));
    const parts = started.move();
    this.#twin = { service: twin, [Symbol.asyncDispose]: () => parts.disposeAsync() };
    const url = await twin.listen();
    await this.settle();
    return url;
  }

  async #serviceOptions(
    postgres: TestDatabase | null,
    file: string,
    kubeconfig = KUBECONFIG,
  ): Promise<ServiceOptions> {
    const { sendTimeoutMs, log = pino({ level: 'silent' }) } = this.#options;
    return {
      config: {
        host: '127.0.0.1',
        port: 0,
        database:
          postgres === null ? { path: join(this.#directory, file) } : { postgres: postgres.connection },
        publicUrl: 'http://punctual.test',
        controllerTimeZone: 'UTC',
        deniedNetworks: [],
        caFile: null,
        heartbeatUrl: this.#options.heartbeatUrl ?? null,
        retention: { runDays: 90, failedRunDays: 90, evidenceDays: 30 },
        report: { title: null, organisation: null, logo: null },
        access: { token: null, tokenGuards: 'writes', readOnly: false, userHeader: null, allowedHosts: [] },
      },
      settings: [],
      access: await accessTo(this.#directory, kubeconfig),
      clock: this.clock,
      log,
      pageDirectory: null,
      version: 'test',
      ...(sendTimeoutMs === undefined ? {} : { sendTimeoutMs }),
    };
  }

  async settle(): Promise<void> {
    const service = this.#isCutOff ? null : this.#service;
    const services = [service, this.#twin?.service].filter((each) => each instanceof Service);
    while (!this.sandbox.idle()) await nextTurn();
    for (;;) {
      const { resourceVersion } = this.sandbox.cluster;
      for (const service of services) await settleAll(this.sandbox, service);
      while (this.#isCutOff && this.#service?.settledAt(() => 0) === false) await nextTurn();
      // What one of them wrote back, the other has yet to see.
      if (services.length < 2 || this.sandbox.cluster.resourceVersion === resourceVersion) return;
    }
  }

  /** Lets the world live until `offsetMs` after its start. */
  runUntil(offsetMs: number): Promise<void> {
    return this.clock.runUntil(START + offsetMs, () => this.settle());
  }

  /** What `kubectl create -f` does. */
  async create(...manifests: readonly Manifest[]): Promise<void> {
    for (const manifest of manifests) {
      await this.#transport.json(collectionPath(manifest), { method: 'POST', body: manifest });
    }
  }

  /** What `kubectl patch --type=merge` does. */
  async patch(manifest: Manifest, change: object): Promise<void> {
    await this.#transport.json(objectPath(manifest), {
      method: 'PATCH',
      contentType: 'application/merge-patch+json',
      body: change,
    });
  }

  /** What `kubectl delete` does. */
  async delete(manifest: Manifest): Promise<void> {
    await this.#transport.json(objectPath(manifest), { method: 'DELETE' });
  }

  /** Of the service, without a slash at the end. */
  get url(): string {
    return this.#url;
  }

  /** The body as it came, whatever the status. */
  async text(path: string, method: 'GET' | 'POST' = 'GET'): Promise<string> {
    return (await fetch(this.#url + path, { method, dispatcher: this.#agent })).text();
  }

  /** Of the service's database in SQLite, so that a test can look at what is on the disk. */
  get databasePath(): string {
    return join(this.#directory, FILE);
  }

  async get<T>(path: string, url = this.#url): Promise<T> {
    const response = await fetch(url + path, { dispatcher: this.#agent });
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  async post<T>(path: string): Promise<T> {
    const response = await fetch(this.#url + path, { method: 'POST', dispatcher: this.#agent });
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Newest first; none while the CronJob is unknown to the service. */
  async executions(name: string): Promise<readonly Execution[]> {
    const known = await this.get<{ items: readonly { name: string }[] }>('/api/v1/cronjobs');
    if (!known.items.some((cronJob) => cronJob.name === name)) return [];
    const list = await this.get<{ items: readonly Execution[] }>(
      `/api/v1/cronjobs/default/${name}/executions?limit=1000`,
    );
    return list.items;
  }

  execution(id: string): Promise<ExecutionDetail> {
    return this.get(`/api/v1/executions/${id}`);
  }

  cronJob(name: string): Promise<CronJobDetail> {
    return this.get(`/api/v1/cronjobs/default/${name}`);
  }

  /** Newest first, ended ones too. */
  async alerts(url = this.#url): Promise<readonly Alert[]> {
    return (await this.get<{ items: readonly Alert[] }>('/api/v1/alerts', url)).items;
  }

  /** What the channels delivered, oldest first. */
  messages(): readonly ReceivedMessage[] {
    return this.receiver.messages;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopService();
    await this.#proxy[Symbol.asyncDispose]();
    await this.#twin?.[Symbol.asyncDispose]();
    await this.#transport.close();
    await this.#agent.destroy();
    await this.receiver.stop();
    await this.sandbox.stop();
    await this.#postgres?.[Symbol.asyncDispose]();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

/** Hands out the scripts of a Job one after the other; null leaves a Pod to its own annotation. */
function nextOfJob(): (context: ScriptContext) => ContainerScript | null {
  const starts = new Map<string, number>();
  return ({ pod }) => {
    const text = pod.metadata.annotations?.[SCRIPTS_ANNOTATION];
    if (text === undefined) return null;
    const job = pod.metadata.labels?.['job-name'] ?? '';
    const start = starts.get(job) ?? 0;
    starts.set(job, start + 1);
    const scripts = JSON.parse(text) as readonly ContainerScript[];
    return scripts[Math.min(start, scripts.length - 1)] ?? null;
  };
}

function accessTo(directory: string, kubeconfig = KUBECONFIG) {
  return loadKubeconfig({ paths: [join(directory, kubeconfig)], context: null, env: {} });
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function objectPath(manifest: Manifest): string {
  return `${collectionPath(manifest)}/${manifest.metadata.name}`;
}
