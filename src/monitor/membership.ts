import { type CronJob, cronJobKey } from '../execution/cron-job.ts';
import { type MonitorSpec, type ParsedMonitorSpec, toMonitorSpec } from '../rule/monitor-spec.ts';
import { selects } from '../rule/selection.ts';
import type { Change } from './change.ts';

/** A CronJobMonitor as the cluster has it; its spec is whatever a user wrote. */
export interface MonitorResource {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly generation: number;
  /** By the cluster's clock. */
  readonly createdAt: number;
  readonly spec: unknown;
  /** As the cluster has it. */
  readonly status: unknown;
}

export interface NamespaceLabels {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface WatchedMonitor {
  /** `namespace/name`. */
  readonly key: string;
  readonly resource: MonitorResource;
  /** Its spec, read once. */
  readonly parsed: ParsedMonitorSpec;
  /** Keys of the CronJobs it selects; none while its spec is invalid. */
  readonly members: ReadonlySet<string>;
}

/** A monitor whose spec is valid. */
export interface SelectingMonitor {
  readonly key: string;
  readonly uid: string;
  readonly generation: number;
  readonly namespace: string;
  readonly name: string;
  readonly spec: MonitorSpec;
  readonly createdAt: number;
}

interface Watched extends WatchedMonitor {
  resource: MonitorResource;
  readonly members: Set<string>;
}

/**
 * Which monitors select which CronJobs, kept current as CronJobs, specs and namespaces' labels
 * change. `onMembers` is told the key of each monitor whose spec or members changed. An invalid
 * monitor selects nothing and changes nothing for others.
 */
export class Membership {
  readonly #onMembers: (monitorKey: string) => void;
  readonly #monitors = new Map<string, Watched>();
  readonly #cronJobs = new Map<string, CronJob>();
  readonly #namespaces = new Map<string, NamespaceLabels['labels']>();

  constructor(onMembers: (monitorKey: string) => void) {
    this.#onMembers = onMembers;
  }

  get monitors(): ReadonlyMap<string, WatchedMonitor> {
    return this.#monitors;
  }

  /** The valid monitors that select the CronJob, by namespace and name; also of one that is gone. */
  selecting(cronJob: CronJob): readonly SelectingMonitor[] {
    const selecting: SelectingMonitor[] = [];
    for (const monitor of this.#monitors.values()) {
      const { key, resource, parsed } = monitor;
      if (parsed.kind !== 'spec' || !this.#selects(monitor, cronJob)) continue;
      const { uid, generation, namespace, name, createdAt } = resource;
      selecting.push({ key, uid, generation, namespace, name, createdAt, spec: parsed.spec });
    }
    return selecting.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** The keys of the CronJobs for which something may have changed. A changed status is no change. */
  monitorChanged(change: Change<MonitorResource>): ReadonlySet<string> {
    if (change.kind === 'deleted') return this.#removeMonitor(cronJobKey(change.last));
    const resource = change.next;
    const key = cronJobKey(resource);
    const before = this.#monitors.get(key);
    if (before && isSameSpec(before.resource, resource)) {
      before.resource = resource;
      return new Set();
    }
    const after: Watched = { key, resource, parsed: toMonitorSpec(resource.spec), members: new Set() };
    this.#monitors.set(key, after);
    for (const cronJob of this.#cronJobs.values()) this.#judge(after, cronJob);
    this.#onMembers(key);
    return new Set([...(before?.members ?? []), ...after.members]);
  }

  /** Likewise. */
  namespaceChanged(change: Change<NamespaceLabels>): ReadonlySet<string> {
    if (change.kind === 'deleted') this.#namespaces.delete(change.last.name);
    else this.#namespaces.set(change.next.name, change.next.labels);
    const name = change.kind === 'deleted' ? change.last.name : change.next.name;
    const changed = [...this.#cronJobs.values()].filter(
      (cronJob) => cronJob.namespace === name && this.#judgeAll(cronJob),
    );
    return new Set(changed.map(cronJobKey));
  }

  /** To be told of every CronJob that is in the cluster, again whenever it changes. */
  cronJobSeen(cronJob: CronJob): void {
    const key = cronJobKey(cronJob);
    const before = this.#cronJobs.get(key);
    this.#cronJobs.set(key, cronJob);
    if (before && isSameLabels(before.labels, cronJob.labels)) return;
    this.#judgeAll(cronJob);
  }

  cronJobGone(cronJob: CronJob): void {
    const key = cronJobKey(cronJob);
    this.#cronJobs.delete(key);
    for (const monitor of this.#monitors.values()) {
      if (monitor.members.delete(key)) this.#onMembers(monitor.key);
    }
  }

  #removeMonitor(key: string): ReadonlySet<string> {
    const members = this.#monitors.get(key)?.members ?? new Set();
    this.#monitors.delete(key);
    this.#onMembers(key);
    return members;
  }

  /** Whether any monitor selects the CronJob now and did not before, or the reverse. */
  #judgeAll(cronJob: CronJob): boolean {
    let changed = false;
    for (const monitor of this.#monitors.values()) {
      if (!this.#judge(monitor, cronJob)) continue;
      changed = true;
      this.#onMembers(monitor.key);
    }
    return changed;
  }

  #judge(monitor: Watched, cronJob: CronJob): boolean {
    const key = cronJobKey(cronJob);
    const selected = this.#selects(monitor, cronJob);
    if (selected === monitor.members.has(key)) return false;
    if (selected) monitor.members.add(key);
    else monitor.members.delete(key);
    return true;
  }

  #selects({ resource, parsed }: Watched, cronJob: CronJob): boolean {
    if (parsed.kind !== 'spec') return false;
    const monitor = { namespace: resource.namespace, selector: parsed.spec.selector };
    return selects(monitor, cronJob, this.#namespaces.get(cronJob.namespace) ?? {});
  }
}

function isSameSpec(a: MonitorResource, b: MonitorResource): boolean {
  return a.uid === b.uid && a.generation === b.generation;
}

function isSameLabels(a: CronJob['labels'], b: CronJob['labels']): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
