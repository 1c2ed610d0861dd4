import { setTimeout } from 'node:timers/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Alert } from '../../src/api/contract/alert.ts';
import { type Config, toConfig } from '../../src/config/config.ts';
import { loadKubeconfig } from '../../src/kube/kubeconfig.ts';
import type { VirtualClock } from '../../src/lib/virtual-clock.ts';
import { Service } from '../../src/service.ts';
import type { WorldState } from './lived-world.ts';
import type { RemoteWorld } from './remote-world.ts';

interface Attended {
  /** The service's. */
  readonly clock: VirtualClock;
  /** With the kubeconfig and the database. */
  readonly directory: string;
  readonly log: Logger;
  readonly world: RemoteWorld;
}

interface Answers {
  readonly alerts: readonly Alert[];
  readonly executions: number;
}

/** Connections take real time, also in a simulation: little of it. */
const WATCH_TIMING = { firstBackoffMs: 50, longestBackoffMs: 100, recoveryMs: 200 };
const LOOKED_AGAIN_MS = 50;
/** Until the resets have arrived. */
const RESET_MS = 50;

/** The service beside its world: stopped, cut off from its cluster, and started again on its database. */
export class AttendedService implements AsyncDisposable {
  readonly #attended: Attended;
  #service: Service | null = null;
  #url = '';
  #isCutOff = false;
  #world: WorldState = { nextAt: null, resourceVersion: 0, told: {}, asked: 0 };
  /** How many there were. */
  instants = 0;

  constructor(attended: Attended) {
    this.#attended = attended;
  }

  async start(): Promise<void> {
    const { clock, directory, log } = this.#attended;
    this.#service = await Service.start({
      config: configOf(directory),
      access: await loadKubeconfig({ paths: [join(directory, 'kubeconfig')], context: null, env: {} }),
      clock,
      log,
      pageDirectory: null,
      version: 'simulation',
      settings: [],
      watchTiming: WATCH_TIMING,
    });
    this.#url = await this.#service.listen();
    await this.#settle();
  }

  async stop(): Promise<void> {
    await this.#service?.stop();
    this.#service = null;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async cutOff(): Promise<void> {
    await this.#attended.world.cut();
    this.#isCutOff = true;
    await setTimeout(RESET_MS);
  }

  async reconnect(): Promise<void> {
    await this.#attended.world.reconnect();
    this.#isCutOff = false;
    await this.#settle();
    // What it had put off until it could believe its watches is judged now.
    while (this.#service?.hearsCluster === false) await setTimeout(LOOKED_AGAIN_MS);
    await this.#settle();
  }

  /** Lets both live on, instant by instant: first the world, then what the service has planned for it. */
  async liveUntil(until: number): Promise<void> {
    const { clock } = this.#attended;
    for (;;) {
      const at = Math.min(clock.nextTimerAt ?? Infinity, this.#world.nextAt ?? Infinity, until);
      clock.moveTo(at);
      await this.#settle();
      while (clock.fireDue()) await this.#settle();
      if (clock.now() >= until) return;
    }
  }

  /** Resolves when everything that the present instant causes has happened, as far as it can. */
  async #settle(): Promise<void> {
    const { clock, world } = this.#attended;
    this.instants += 1;
    this.#world = await world.advanceTo(clock.now());
    while (await this.#answersTo(this.#world)) {
      if (world.isUntouchedSince(this.#world)) return;
      // What the service wrote back (a status) is a change that has an effect of its own.
      const { resourceVersion } = this.#world;
      this.#world = await world.advanceTo(clock.now());
      if (this.#world.resourceVersion === resourceVersion) return;
    }
  }

  /** Resolves when the service has done all that it does about it; false where that cannot have changed it. */
  async #answersTo({ told }: WorldState): Promise<boolean> {
    const service = this.#service;
    if (service === null) return false;
    const reachable = !this.#isCutOff;
    while (!service.settledAt((resource) => (reachable ? told[resource]! : 0))) await nextTurn();
    return reachable;
  }

  /** What the service's API says of it all. */
  async answers(): Promise<Answers> {
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
