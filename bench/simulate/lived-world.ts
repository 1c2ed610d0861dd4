import { join } from 'node:path';
import { pino } from 'pino';
import { VirtualClock } from '../../src/lib/virtual-clock.ts';
import type { Hindrances } from '../../src/sandbox/controllers/cron-job-controller.ts';
import { readCrds } from '../../src/sandbox/read-crds.ts';
import { Receiver } from '../../src/sandbox/receiver.ts';
import { ScriptRunner } from '../../src/sandbox/runners/script-runner.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { CutProxy } from './cut-proxy.ts';
import { spans } from './foretell-runs.ts';
import { manifestsOf, PlannedCluster, scriptOf } from './planned-cluster.ts';
import type { WorldPlan } from './world-plan.ts';

/** The world at an instant, when everything that it causes in the cluster has happened. */
export interface WorldState {
  /** When the next thing happens in it; null when nothing more does. */
  readonly nextAt: number | null;
  /** Of the last change. */
  readonly resourceVersion: number;
  /** The last resourceVersion that a watch was told of, by resource. */
  readonly told: Readonly<Record<string, number>>;
  /** What `asked` held by then. */
  readonly asked: number;
}

/** What the service watches. */
const RESOURCES = [
  'cronjobs',
  'jobs',
  'pods',
  'namespaces',
  'secrets',
  'cronjobmonitors',
  'alertchannels',
] as const;

/** The cluster of a plan with all that happens in it, on a clock of its own, and the receiver of its channel. */
export class LivedWorld implements AsyncDisposable {
  readonly #clock: VirtualClock;
  readonly #sandbox: Sandbox;
  readonly #proxy: CutProxy;
  readonly #receiver: Receiver;

  private constructor(clock: VirtualClock, sandbox: Sandbox, receiver: Receiver) {
    this.#clock = clock;
    this.#sandbox = sandbox;
    this.#receiver = receiver;
    this.#proxy = new CutProxy(sandbox.url);
  }

  static async open(plan: WorldPlan): Promise<LivedWorld> {
    const clock = new VirtualClock(plan.startAt);
    const sandbox = await openSandbox(plan, clock);
    const receiver = await Receiver.start({ clock, host: '127.0.0.1', port: 0 });
    const world = new LivedWorld(clock, sandbox, receiver);
    await world.#proxy.open();
    const cluster = new PlannedCluster(sandbox.cluster, clock);
    for (const manifest of manifestsOf(receiver.url)) cluster.create(manifest);
    for (const cronJob of plan.cronJobs) cluster.plan(cronJob, plan.endAt);
    return world;
  }

  /** Leads through a proxy that can be cut. */
  get kubeconfig(): string {
    return this.#sandbox.kubeconfig.replaceAll(this.#sandbox.url, this.#proxy.url);
  }

  /** Its one element changes with whatever the service asks of the cluster; without that it changes nothing there. */
  get asked(): Int32Array {
    return this.#proxy.asked;
  }

  /** Lets it be this late; asked for the same instant again, it tells what came of what the service wrote. */
  async advanceTo(at: number): Promise<WorldState> {
    await this.#clock.runUntil(at, () => this.#settle());
    const told = this.#sandbox.tellLatest();
    return {
      nextAt: this.#clock.nextTimerAt,
      resourceVersion: this.#sandbox.cluster.resourceVersion,
      told: Object.fromEntries(RESOURCES.map((resource) => [resource, told(resource)])),
      asked: Atomics.load(this.asked, 0),
    };
  }

  /** The API server cannot be reached any more. */
  cut(): Promise<void> {
    return this.#proxy.cut();
  }

  /** It can be reached again. */
  reconnect(): Promise<void> {
    return this.#proxy.open();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#proxy.cut();
    await this.#receiver.stop();
    await this.#sandbox.stop();
  }

  async #settle(): Promise<void> {
    while (!this.#sandbox.idle()) await new Promise((resolve) => setImmediate(resolve));
  }
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
