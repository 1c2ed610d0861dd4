import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import type { Alert } from '../../src/api/contract/alert.ts';
import { settleAll } from '../../src/app.ts';
import { type Config, toConfig } from '../../src/config/config.ts';
import { loadKubeconfig } from '../../src/kube/kubeconfig.ts';
import { DAY } from '../../src/lib/duration.ts';
import { VirtualClock } from '../../src/lib/virtual-clock.ts';
import type { Hindrances } from '../../src/sandbox/controllers/cron-job-controller.ts';
import { readCrds } from '../../src/sandbox/read-crds.ts';
import { Receiver } from '../../src/sandbox/receiver.ts';
import { ScriptRunner } from '../../src/sandbox/runners/script-runner.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { Service } from '../../src/service.ts';
import { CutProxy } from './cut-proxy.ts';
import { spans } from './foretell-runs.ts';
import { manifestsOf, PlannedCluster, scriptOf } from './planned-cluster.ts';
import type { WorldPlan } from './world-plan.ts';

export interface PlayedWorld {
  /** Every alert that was ever raised. */
  readonly alerts: readonly Alert[];
  readonly executions: number;
  readonly instants: number;
}

export interface PlayOptions {
  /** Told once for each day that has passed. */
  readonly onDay?: (day: number) => void;
  /** Of the service. */
  readonly log?: Logger;
}

/**
 * Lets the sandbox and the whole service live through a world on the virtual clock, joined by real HTTP,
 * and asks the service's API what it made of it.
 */
export async function playWorld(plan: WorldPlan, options: PlayOptions = {}): Promise<PlayedWorld> {
  const log = options.log ?? pino({ level: 'silent' });
  await using resources = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'punctual-simulation-'));
  resources.defer(() => rmSync(directory, { recursive: true, force: true }));
  const clock = new VirtualClock(plan.startAt);
  const sandbox = resources.use(await openSandbox(plan, clock));
  const proxy = resources.use(new CutProxy(sandbox.url));
  await proxy.open();
  writeFileSync(join(directory, 'kubeconfig'), sandbox.kubeconfig.replaceAll(sandbox.url, proxy.url));
  const receiver = await Receiver.start({ clock, host: '127.0.0.1', port: 0 });
  resources.defer(() => receiver.stop());
  const cluster = new PlannedCluster(sandbox.cluster, clock);
  for (const manifest of manifestsOf(receiver.url)) cluster.create(manifest);
  for (const cronJob of plan.cronJobs) cluster.plan(cronJob, plan.endAt);

  const attended = new AttendedService({ clock, directory, log, sandbox });
  resources.defer(() => attended.stop());
  await attended.start();
  let day = 0;
  const liveUntil = async (until: number) => {
    while (plan.startAt + (day + 1) * DAY <= until) {
      await clock.runUntil(plan.startAt + (day + 1) * DAY, attended.settle);
      day += 1;
      options.onDay?.(day);
    }
    await clock.runUntil(until, attended.settle);
  };
  for (const { kind, from, until } of plan.outages) {
    await liveUntil(from);
    if (kind === 'service') await attended.stop();
    else await attended.cutOff(proxy);
    await liveUntil(until);
    if (kind === 'service') await attended.start();
    else await attended.reconnect(proxy);
  }
  await liveUntil(plan.endAt);
  return { ...(await attended.answers()), instants: attended.instants };
}

function openSandbox(plan: WorldPlan, clock: VirtualClock): Promise<Sandbox> {
  return startSandbox({
    clock,
    host: '127.0.0.1',
    port: 0,
    runner: new ScriptRunner({ clock, script: scriptOf(plan.cronJobs) }),
    token: null,
    tls: false,
    snapshotPath: null,
    crds: readCrds(join(import.meta.dirname, '../../deploy/crds')),
    log: pino({ level: 'silent' }),
    hindrances: hindrancesOf(plan, clock),
  });
}

function hindrancesOf({ cronJobs }: WorldPlan, clock: VirtualClock): Hindrances {
  const byName = new Map(cronJobs.map((cronJob) => [cronJob.name, cronJob]));
  const present = (name: string, kind: 'heldBack' | 'refused') => {
    const now = clock.now();
    const cronJob = byName.get(name);
    return cronJob === undefined
      ? undefined
      : spans(cronJob, kind).find(({ from, until }) => from <= now && now < until);
  };
  return {
    heldBackUntil: (_namespace, name) => present(name, 'heldBack')?.until ?? null,
    refusal: (_namespace, name) =>
      present(name, 'refused') === undefined
        ? null
        : 'exceeded quota: jobs, requested: count/jobs.batch=1, used: count/jobs.batch=40, limited: count/jobs.batch=40',
  };
}

const RESET_MS = 50;
const LOOKED_AGAIN_MS = 50;

interface ServedWorld {
  readonly clock: VirtualClock;
  /** With the kubeconfig and the database. */
  readonly directory: string;
  readonly log: Logger;
  readonly sandbox: Sandbox;
}

/** The service, which is stopped, cut off from its cluster, and started again on its database. */
class AttendedService {
  readonly #world: ServedWorld;
  #service: Service | null = null;
  #url = '';
  #isCutOff = false;
  /** How often the world was let settle. */
  instants = 0;

  constructor(world: ServedWorld) {
    this.#world = world;
  }

  async start(): Promise<void> {
    const { clock, directory, log } = this.#world;
    this.#service = await Service.start({
      config: configOf(directory),
      access: await loadKubeconfig({ paths: [join(directory, 'kubeconfig')], context: null, env: {} }),
      clock,
      log,
      pageDirectory: null,
      version: 'simulation',
      settings: [],
    });
    this.#url = await this.#service.listen();
    await this.settle();
  }

  async stop(): Promise<void> {
    await this.#service?.stop();
    this.#service = null;
  }

  async cutOff(proxy: CutProxy): Promise<void> {
    await proxy.cut();
    this.#isCutOff = true;
    // Until the resets have arrived.
    await setTimeout(RESET_MS);
  }

  async reconnect(proxy: CutProxy): Promise<void> {
    await proxy.open();
    this.#isCutOff = false;
    await this.settle();
    // It believes its watches again only after a while, of real time, and judges what it had put off.
    while (this.#service?.hearsCluster === false) await setTimeout(LOOKED_AGAIN_MS);
    await this.settle();
  }

  /** Resolves when everything that the present instant causes has happened, as far as it can. */
  readonly settle = async (): Promise<void> => {
    this.instants += 1;
    const service = this.#service;
    const { sandbox } = this.#world;
    if (service !== null && !this.#isCutOff) return settleAll(sandbox, service);
    const isServiceIdle = () => service === null || service.settledAt(() => 0);
    while (!sandbox.idle() || !isServiceIdle()) await nextTurn();
  };

  async answers(): Promise<Omit<PlayedWorld, 'instants'>> {
    const alerts: Alert[] = [];
    for (;;) {
      const page = await this.#get<{ items: Alert[]; total: number }>(
        `/alerts?limit=1000&offset=${alerts.length}`,
      );
      alerts.push(...page.items);
      if (page.items.length === 0 || alerts.length >= page.total) break;
    }
    const stats = await this.#get<{ database: { executions: number } }>('/admin/stats');
    return { alerts, executions: stats.database.executions };
  }

  async #get<T>(path: string): Promise<T> {
    const response = await fetch(`${this.#url}/api/v1${path}`);
    if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
    return (await response.json()) as T;
  }
}

/** The defaults, on a port that is free, with a receiver on this machine. */
function configOf(directory: string): Config {
  const result = toConfig({ dataDir: directory }, { given: {}, inCluster: false, inContainer: false });
  if (result.kind === 'invalid') throw new Error(result.problems.join('; '));
  return { ...result.config, port: 0, deniedNetworks: [] };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
