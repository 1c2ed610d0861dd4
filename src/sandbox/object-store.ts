import type { ClusterEvent, KubeObject, ResourceType } from './cluster-types.ts';
import { EventHistory } from './event-history.ts';
import { ObjectTable } from './object-table.ts';
import { OwnerIndex } from './owner-index.ts';
import { qualifiedName, RESOURCE_TYPES } from './resource-types.ts';
import { notFound } from './status-errors.ts';

type Listener = (event: ClusterEvent) => void;

/**
 * Objects by type, the one counter of resourceVersions, and the news of each change. It stores what
 * it is given: what may be written is for Cluster to decide.
 */
export class ObjectStore {
  readonly owners = new OwnerIndex();
  readonly #historySize: number;
  readonly #types = new Map<string, ResourceType>();
  readonly #tables = new Map<ResourceType, ObjectTable>();
  readonly #histories = new Map<ResourceType, EventHistory>();
  readonly #listeners = new Set<Listener>();
  readonly #undelivered: ClusterEvent[] = [];
  #delivering = false;
  #resourceVersion: number;

  constructor(historySize: number, resourceVersion: number) {
    this.#historySize = historySize;
    this.#resourceVersion = resourceVersion;
    for (const type of RESOURCE_TYPES) this.addType(type);
  }

  get resourceVersion(): number {
    return this.#resourceVersion;
  }

  types(): readonly ResourceType[] {
    return [...this.#types.values()];
  }

  findType(group: string, resource: string): ResourceType | undefined {
    return this.#types.get(qualifiedName({ group, resource }));
  }

  /** Serves a type from now on; watches from before see nothing of it. */
  addType(type: ResourceType): void {
    this.#types.set(qualifiedName(type), type);
    this.#tables.set(type, new ObjectTable());
    this.#histories.set(type, new EventHistory(this.#historySize, this.#resourceVersion));
  }

  removeType(type: ResourceType): void {
    this.#types.delete(qualifiedName(type));
    this.#tables.delete(type);
    this.#histories.delete(type);
  }

  /** The objects of a type. Throws NotFound when the type is not served. */
  table(type: ResourceType): ObjectTable {
    const table = this.#tables.get(type);
    if (table === undefined) throw notFound(type, type.resource);
    return table;
  }

  /** A type's changes after a resourceVersion; null when they are no longer known. */
  eventsSince(type: ResourceType, resourceVersion: number): readonly ClusterEvent[] | null {
    const history = this.#histories.get(type);
    if (history === undefined) throw notFound(type, type.resource);
    return history.since(resourceVersion);
  }

  /** Takes an object over as it is, without news. */
  restore(type: ResourceType, object: KubeObject): void {
    this.table(type).set(object);
    this.owners.put(type, object, undefined);
  }

  /** Stores an object under the next resourceVersion. */
  put(type: ResourceType, object: KubeObject, previous: KubeObject | undefined): KubeObject {
    const stored = this.#next(object);
    this.table(type).set(stored);
    this.owners.put(type, stored, previous);
    this.#record(previous === undefined ? 'ADDED' : 'MODIFIED', type, stored, previous);
    return stored;
  }

  /** Takes an object out; `last` is its final state, which gets the next resourceVersion. */
  remove(type: ResourceType, last: KubeObject, previous: KubeObject): KubeObject {
    const removed = this.#next(last);
    this.table(type).delete(previous);
    this.owners.delete(previous);
    this.#record('DELETED', type, removed, previous);
    return removed;
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells the listeners what they have not been told; what they cause meanwhile comes after it. */
  deliver(): void {
    if (this.#delivering) return;
    this.#delivering = true;
    for (let event = this.#undelivered.shift(); event !== undefined; event = this.#undelivered.shift()) {
      for (const listener of this.#listeners) tell(listener, event);
    }
    this.#delivering = false;
  }

  #next(object: KubeObject): KubeObject {
    this.#resourceVersion += 1;
    const metadata = { ...object.metadata, resourceVersion: String(this.#resourceVersion) };
    return { ...object, metadata };
  }

  #record(
    kind: ClusterEvent['type'],
    resource: ResourceType,
    object: KubeObject,
    previous: KubeObject | undefined,
  ): void {
    const event = { type: kind, resource, object, previous, resourceVersion: this.#resourceVersion };
    this.#histories.get(resource)!.push(event);
    this.#undelivered.push(event);
  }
}

/** A listener that throws is a bug: it ends the process, not the write that it was told of. */
function tell(listener: Listener, event: ClusterEvent): void {
  try {
    listener(event);
  } catch (error) {
    process.nextTick(() => {
      throw error;
    });
  }
}
