import { toKubernetesTime } from '../lib/timestamp.ts';
import type { MonitorStatus } from '../rule/monitor-status.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Change } from './change.ts';
import type { Membership, MonitorResource } from './membership.ts';
import { type Condition, monitorConditions } from './monitor-conditions.ts';
import { KeyedQueue } from './queue.ts';

/** The monitors' rows. */
export interface MonitorStore {
  upsert(resource: MonitorResource): Promise<number>;
  delete(key: { readonly namespace: string; readonly name: string }): Promise<void>;
  setConditions(id: number, conditions: readonly Condition[]): Promise<void>;
  replaceMembers(id: number, cronJobIds: readonly number[]): Promise<void>;
  list(): Promise<readonly { readonly namespace: string; readonly name: string }[]>;
  get(namespace: string, name: string): Promise<MonitorRow | null>;
}

interface MonitorRow {
  readonly conditions: readonly Condition[];
  readonly cronJobCount: number;
  readonly healthy: number;
  readonly warning: number;
  readonly critical: number;
}

/** Writes a status back. Rejects with a `code` of 404 when the resource is gone. */
export interface MonitorStatusCluster {
  patchStatus(
    target: { readonly resource: 'cronjobmonitors'; readonly namespace: string; readonly name: string },
    status: object,
  ): Promise<unknown>;
}

export interface MonitorStatusesOptions {
  readonly membership: Membership;
  /** Of a CronJob's row; null until it has one. */
  readonly cronJobId: (key: string) => number | null;
  readonly store: MonitorStore;
  readonly cluster: MonitorStatusCluster;
  readonly clock: Clock;
  readonly log: Log;
}

/** Counts may lag so far behind: a wave of runs becomes one write of the status. */
const GATHER_MS = 1_000;

/**
 * Keeps the rows and the status of the CronJobMonitor resources true to their specs, their members
 * and the alerts of these. A status is written only when it differs from the one written last.
 */
export class MonitorStatuses {
  readonly #options: MonitorStatusesOptions;
  readonly #queue: KeyedQueue;
  readonly #channels = new Set<string>();
  /** The status written last, as JSON, by monitor. */
  readonly #written = new Map<string, string>();

  constructor(options: MonitorStatusesOptions) {
    this.#options = options;
    const { clock, log } = options;
    this.#queue = new KeyedQueue({ clock, log, batchSize: 1, sync: ([key]) => this.#sync(key!) });
  }

  /** The monitor's spec or members changed. */
  add(key: string): void {
    this.#queue.add(key);
  }

  channelChanged(change: Change<{ readonly name: string }>): void {
    const name = change.kind === 'deleted' ? change.last.name : change.next.name;
    if (change.kind === 'modified') return;
    if (change.kind === 'deleted') this.#channels.delete(name);
    else this.#channels.add(name);
    for (const { key, parsed } of this.#options.membership.monitors.values()) {
      const refs = parsed.kind === 'spec' ? parsed.spec.alerting.channelRefs : [];
      if (refs.some((ref) => ref.name === name)) this.#queue.add(key);
    }
  }

  /** A CronJob's row was made, or alerts of it opened or ended: the counts of its monitors change soon. */
  cronJobWritten(cronJobKey: string): void {
    const at = this.#options.clock.now() + GATHER_MS;
    for (const { key, members } of this.#options.membership.monitors.values()) {
      if (members.has(cronJobKey)) this.#queue.addAt(key, at);
    }
  }

  /** To be called once all monitors were listed: rows of others are then removed. */
  async start(): Promise<void> {
    for (const row of await this.#options.store.list()) this.#queue.add(`${row.namespace}/${row.name}`);
    this.#queue.start();
  }

  idle(): boolean {
    return this.#queue.idle();
  }

  async stop(): Promise<void> {
    await this.#queue.stop();
  }

  async #sync(key: string): Promise<Map<string, null>> {
    const { membership, store } = this.#options;
    const monitor = membership.monitors.get(key);
    if (monitor) await this.#bringUpToDate(key, monitor.resource);
    else {
      this.#written.delete(key);
      const [namespace, name] = key.split('/') as [string, string];
      await store.delete({ namespace, name });
    }
    return new Map();
  }

  async #bringUpToDate(key: string, resource: MonitorResource): Promise<void> {
    const { membership, store, clock, cronJobId } = this.#options;
    const { parsed, members } = membership.monitors.get(key)!;
    const { namespace, name, generation } = resource;
    const id = await store.upsert(resource);
    await store.replaceMembers(
      id,
      [...members].map(cronJobId).filter((member) => member !== null),
    );
    const row = await store.get(namespace, name);
    if (row === null) throw new Error(`the row of monitor ${key} went while it was brought up to date`);
    const conditions = monitorConditions(parsed, {
      channels: this.#channels,
      before: row.conditions,
      generation,
      now: clock.now(),
    });
    if (conditions !== row.conditions) await store.setConditions(id, conditions);
    await this.#write(key, resource, toStatus(generation, conditions, row));
  }

  async #write(key: string, resource: MonitorResource, status: object): Promise<void> {
    // The watch may be behind what was written last, and after a start nothing was.
    const text = JSON.stringify([resource.uid, status]);
    if (this.#written.get(key) === text || isDeepStrictEqual(resource.status, status)) return;
    const { namespace, name } = resource;
    try {
      await this.#options.cluster.patchStatus({ resource: 'cronjobmonitors', namespace, name }, status);
      this.#written.set(key, text);
    } catch (error) {
      // It was deleted in the meantime; the watch is about to say so.
      if (!(error instanceof Error && 'code' in error && error.code === 404)) throw error;
    }
  }
}

/** The status as the resource's schema has it. */
function toStatus(
  observedGeneration: number,
  conditions: readonly Condition[],
  row: MonitorRow,
): MonitorStatus {
  const { cronJobCount, healthy, warning, critical } = row;
  return {
    observedGeneration,
    conditions: conditions.map(({ lastTransitionAt, ...condition }) => ({
      ...condition,
      lastTransitionTime: toKubernetesTime(lastTransitionAt),
    })),
    summary: { cronJobs: cronJobCount, healthy, warning, critical },
  };
}
