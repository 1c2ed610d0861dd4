import { randomBytes } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import { systemClock } from '../lib/clock.ts';
import { Cluster } from './cluster.ts';
import { type ObjectInput, StatusError } from './cluster-types.ts';
import type { Hindrances } from './controllers/cron-job-controller.ts';
import { kubeconfigText } from './kubeconfig.ts';
import { PodLogs } from './pod-logs.ts';
import type { Runner } from './runners/runner.ts';
import { type ApiServer, startApiServer } from './server.ts';
import { createServerCertificate } from './server-certificate.ts';
import { loadSnapshot, SnapshotWriter } from './snapshot.ts';
import { type Controllers, startControllers } from './start-controllers.ts';
import { validateSchedule } from './validate-schedule.ts';

export interface SandboxOptions {
  readonly clock: Clock;
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** What clients have to show; null for a new random one. */
  readonly token: string | null;
  /** Whether to speak HTTPS, without which kubectl sends no token. */
  readonly tls: boolean;
  readonly runner: Runner;
  /** The file that keeps the world over restarts; null keeps it in memory alone. */
  readonly snapshotPath: string | null;
  /** CustomResourceDefinitions that are there from the start; present ones are brought up to date. */
  readonly crds: readonly ObjectInput[];
  readonly log: SandboxLog;
  /** What hinders its CronJob controller; nothing without them. */
  readonly hindrances?: Hindrances | undefined;
}

export interface SandboxLog {
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

/** A running sandbox. */
export interface Sandbox extends AsyncDisposable {
  readonly cluster: Cluster;
  readonly url: string;
  readonly token: string;
  /** Text of a kubeconfig for this server. */
  readonly kubeconfig: string;
  /**
   * Sees to it that every open watch is told of the latest change of what it watches, and returns the
   * resourceVersion of that change by resource.
   */
  tellLatest(): (resource: string) => number;
  /** Whether controllers and kubelets have nothing left to do at this instant. */
  idle(): boolean;
  /** As if the CronJob controller were down: no run starts for any slot until `resumeCronJobs`. */
  pauseCronJobs(): void;
  /** It comes back as after a restart, and starts what is still to be started. */
  resumeCronJobs(): void;
  /** Ends everything; runs under way are not reported as failed. Stopping twice is harmless. */
  stop(): Promise<void>;
}

/** Starts a small cluster in this process: API server, controllers, kubelets. Rejects when the address is taken. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { clock, log, snapshotPath } = options;
  const podLogs = new PodLogs();
  const saved = snapshotPath === null ? null : loadSnapshot(snapshotPath);
  saved?.restoreLogs(podLogs);
  const cluster = new Cluster({ clock, validateSchedule, ...(saved ? { restored: saved.restored } : {}) });
  const writer = snapshotPath === null ? null : writeSnapshots(snapshotPath, cluster, podLogs, log);
  installCrds(cluster, options.crds);
  const token = options.token ?? randomBytes(24).toString('base64url');
  const { host, port } = options;
  // Clients check its dates by their own clock, whatever ours says.
  const tls = options.tls ? createServerCertificate([host, 'localhost'], systemClock.now()) : undefined;
  const api = { cluster, podLogs, clock, host, port, token, log, ...(tls ? { tls } : {}) };
  const server = await startApiServer(api).catch((error: unknown) => {
    writer?.stop();
    throw error;
  });
  const controllers = startControllers({
    cluster,
    clock,
    runner: options.runner,
    logs: podLogs,
    hindrances: options.hindrances,
    onError: (controller, error) => {
      // What the API refused is told by an event, as in any cluster.
      if (error instanceof StatusError) return;
      log.error({ controller, err: error }, 'a controller of the sandbox failed');
    },
  });
  const stop = once(() => stopAll(controllers, server, writer));
  return {
    cluster,
    url: server.url,
    token,
    kubeconfig: kubeconfigText(server.url, token, tls?.certificate),
    tellLatest: () => server.tellLatest(),
    idle: () => controllers.idle(),
    pauseCronJobs: () => controllers.pauseCronJobs(),
    resumeCronJobs: () => controllers.resumeCronJobs(),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Controllers first, so that nothing is changed any more when the world is saved for the last time. */
async function stopAll(
  controllers: Controllers,
  server: ApiServer,
  writer: SnapshotWriter | null,
): Promise<void> {
  controllers.stop();
  await server.stop();
  writer?.stop();
}

function once(action: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => (done ??= action());
}

function writeSnapshots(path: string, cluster: Cluster, podLogs: PodLogs, log: SandboxLog): SnapshotWriter {
  const onError = (error: unknown) =>
    log.error({ err: error }, 'the world of the sandbox could not be saved');
  return new SnapshotWriter({ path, cluster, podLogs, onError });
}

function installCrds(cluster: Cluster, crds: readonly ObjectInput[]): void {
  const type = cluster.findType('apiextensions.k8s.io', 'customresourcedefinitions')!;
  for (const crd of crds) {
    if (cluster.get(type, null, crd.metadata.name ?? '') === undefined) cluster.create(type, crd);
    else cluster.update(type, crd);
  }
}
