import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { Setting } from './config/describe-settings.ts';
import type { ClusterAccess } from './kube/cluster-access.ts';
import { inCluster } from './kube/in-cluster.ts';
import { loadKubeconfig } from './kube/kubeconfig.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import { DAY, MINUTE } from './lib/duration.ts';
import { checkPortFree } from './lib/free-port.ts';
import { VirtualClock } from './lib/virtual-clock.ts';
import type { Hindrances } from './sandbox/controllers/cron-job-controller.ts';
import { readCrds } from './sandbox/read-crds.ts';
import { Receiver } from './sandbox/receiver.ts';
import { ProcessRunner } from './sandbox/runners/process-runner.ts';
import type { Runner } from './sandbox/runners/runner.ts';
import { type Sandbox, startSandbox } from './sandbox/sandbox.ts';
import { DEMO_DAYS, playDemo, renewReceiver } from './sandbox/scenarios/demo/demo.ts';
import { demoHindrances } from './sandbox/scenarios/demo/demo-hindrances.ts';
import { demoRunner } from './sandbox/scenarios/demo/demo-runner.ts';
import { Service } from './service.ts';
import { openStore } from './store/store.ts';

const LOOPBACK = '127.0.0.1';

export interface AppOptions {
  readonly config: Config;
  /** The same for people to read. */
  readonly settings: readonly Setting[];
  readonly log: Logger;
  /** Handed to credential plugins and to the sandbox's processes. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Of the built page. */
  readonly pageDirectory: string | null;
  /** Of the CustomResourceDefinitions, which the sandbox installs. */
  readonly crdDirectory: string;
  readonly version: string;
  /** Aborted when the process is asked to end, also while the demo's history is being made. */
  readonly signal: AbortSignal;
}

export interface App {
  /** Of the page. */
  readonly url: string;
  /** Where the demo's messages can be read; null without the sandbox. */
  readonly receiverUrl: string | null;
  stop(): Promise<void>;
}

/** Starts Punctual as configured. The choice of the cluster is the first line logged. */
export function startApp(options: AppOptions): Promise<App> {
  const { cluster } = options.config;
  switch (cluster.kind) {
    case 'sandbox':
      options.log.info({ cluster: 'sandbox' }, 'no cluster is configured: running with the sandbox');
      return startWithSandbox(options);
    case 'in-cluster':
      options.log.info({ cluster: 'in-cluster' }, 'watching the cluster around this Pod');
      return startWithCluster(options, inCluster({ env: options.env }));
    case 'kubeconfig':
      options.log.info(
        { cluster: 'kubeconfig', paths: cluster.paths, context: cluster.context },
        'watching the cluster of a kubeconfig',
      );
      return startWithCluster(options, loadKubeconfig({ ...cluster, env: options.env }));
  }
}

async function startWithCluster(options: AppOptions, access: Promise<ClusterAccess>): Promise<App> {
  mkdirSync(options.config.dataDir, { recursive: true });
  const service = await startService(options, await access, systemClock);
  return serve(service, null, async () => {});
}

/** Stops the service again when it cannot serve, so that a port that is taken leaves nothing behind. */
async function serve(
  service: Service,
  receiverUrl: string | null,
  stopOthers: () => Promise<void>,
): Promise<App> {
  const stop = async () => {
    await service.stop();
    await stopOthers();
  };
  try {
    return { url: await service.listen(), receiverUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startService(options: AppOptions, access: ClusterAccess, clock: Clock): Promise<Service> {
  const { config, settings, log, pageDirectory, version } = options;
  return Service.start({ config, settings, access, clock, log, pageDirectory, version });
}

/** The sandbox with its demo world: made with its history at the first start, continued at any later one. */
async function startWithSandbox(options: AppOptions): Promise<App> {
  const { config } = options;
  // Better told now than after half a minute of history.
  await checkPortFree(config.host, config.port);
  mkdirSync(config.dataDir, { recursive: true });
  const files = sandboxFiles(config);
  // A world whose history was interrupted is begun anew: the marker proves that it holds nothing else.
  if (existsSync(files.unfinished)) removeWorld(files);
  const isNew = !existsSync(files.snapshot);
  if (isNew) await requireEmptyDatabase(options);
  const presentAt = Math.floor(Date.now() / MINUTE) * MINUTE;
  const begunAt = presentAt - DEMO_DAYS * DAY;
  const clock = new VirtualClock(isNew ? begunAt : Date.now());
  if (!isNew) clock.goLive();
  if (isNew) writeFileSync(files.unfinished, 'The demo world in this directory is being made.\n');
  await using started = new AsyncDisposableStack();
  const receiver = started.use(
    await Receiver.start({ clock, host: LOOPBACK, port: config.port === 0 ? 0 : config.port + 1 }),
  );
  const sandbox = await openSandbox(
    options,
    clock,
    demoRunner(clock, begunAt, processEnvironment(options.env)),
    { port: 0, hindrances: demoHindrances(clock, presentAt) },
  );
  started.defer(() => sandbox.stop());
  const access = await loadKubeconfig({ paths: [files.kubeconfig], context: null, env: {} });
  const service = started.use(await startService(options, access, clock));
  const settle = () => settleAll(sandbox, service, options.signal);
  if (isNew) await makeHistory(options, { clock, sandbox, receiver, presentAt, settle });
  else renewReceiver(sandbox.cluster, receiver.url);
  const others = started.move();
  rmSync(files.unfinished, { force: true });
  return serve(service, receiver.url, () => others.disposeAsync());
}

/**
 * A new world and the records of another make no sense together. A file in the data directory goes with
 * its world; a database elsewhere is somebody's, and never emptied here.
 */
async function requireEmptyDatabase({ config, log }: AppOptions): Promise<void> {
  if ('path' in config.database) return;
  await using scope = new AsyncDisposableStack();
  const store = await openStore({ ...config.database, log });
  scope.defer(() => store.close());
  if ((await store.cronJobs.all()).length === 0) return;
  throw new Error(
    "The sandbox begins a new world, and the database holds another one's records: give it an empty database",
  );
}

interface World {
  readonly clock: VirtualClock;
  readonly sandbox: Sandbox;
  readonly receiver: Receiver;
  readonly presentAt: number;
  readonly settle: () => Promise<void>;
}

async function makeHistory({ log }: AppOptions, world: World): Promise<void> {
  const { clock, sandbox, receiver, settle } = world;
  log.info({ days: DEMO_DAYS }, "making the demo world's history; this takes less than a minute, once");
  await playDemo({
    ...world,
    cluster: sandbox.cluster,
    receiverUrl: receiver.url,
    onDay: (day) => {
      if (day % 30 === 0) log.info({ day, of: DEMO_DAYS }, "the demo world's history goes on");
    },
  });
  // The clock on the wall went on meanwhile.
  while (clock.now() < Date.now()) await clock.runUntil(Date.now(), settle);
  clock.goLive();
}

/**
 * Resolves when everything that the present instant causes has happened: in the sandbox, over the
 * watches, in the store and at the receivers.
 */
export async function settleAll(
  sandbox: Pick<Sandbox, 'cluster' | 'tellLatest' | 'idle'>,
  service: Pick<Service, 'settledAt'>,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    while (!sandbox.idle()) await nextTurn();
    const { resourceVersion } = sandbox.cluster;
    const latest = sandbox.tellLatest();
    while (!service.settledAt(latest)) {
      signal?.throwIfAborted();
      await nextTurn();
    }
    // What the service wrote back (a status) is a change that has an effect of its own.
    if (sandbox.idle() && sandbox.cluster.resourceVersion === resourceVersion) return;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The sandbox as a process of its own: an empty cluster for kubectl and for a service elsewhere. */
export async function startSandboxAlone(
  options: AppOptions,
): Promise<{ url: string; stop(): Promise<void> }> {
  mkdirSync(options.config.dataDir, { recursive: true });
  const runner = new ProcessRunner({ clock: systemClock, environment: processEnvironment(options.env) });
  const sandbox = await openSandbox(options, systemClock, runner, { port: options.config.port });
  return { url: sandbox.url, stop: () => sandbox.stop() };
}

async function openSandbox(
  options: AppOptions,
  clock: Clock,
  runner: Runner,
  more: { readonly port: number; readonly hindrances?: Hindrances },
): Promise<Sandbox> {
  const files = sandboxFiles(options.config);
  const sandbox = await startSandbox({
    clock,
    host: LOOPBACK,
    runner,
    ...more,
    token: null,
    tls: true,
    snapshotPath: files.snapshot,
    crds: readCrds(options.crdDirectory),
    log: options.log.child({ part: 'sandbox' }),
  });
  writeFileSync(files.kubeconfig, sandbox.kubeconfig, { mode: 0o600 });
  return sandbox;
}

interface SandboxFiles {
  readonly kubeconfig: string;
  readonly snapshot: string;
  /** Null where the database is not in the data directory. */
  readonly database: string | null;
  readonly unfinished: string;
}

function sandboxFiles({ dataDir, database }: Config): SandboxFiles {
  return {
    kubeconfig: join(dataDir, 'kubeconfig'),
    snapshot: join(dataDir, 'sandbox.db'),
    database: 'path' in database ? database.path : null,
    unfinished: join(dataDir, 'demo-unfinished'),
  };
}

function removeWorld({ snapshot, database }: SandboxFiles): void {
  for (const path of [snapshot, database].filter((path) => path !== null)) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  }
}

/** What a process of the sandbox is given: enough to find its commands, and nothing that is secret. */
function processEnvironment(env: AppOptions['env']): Record<string, string> {
  return Object.fromEntries(
    ['PATH', 'HOME', 'LANG', 'TZ'].flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
}
