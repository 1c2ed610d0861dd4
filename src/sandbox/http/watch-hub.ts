import type { Cluster } from '../cluster.ts';
import type { ClusterEvent, ResourceType } from '../cluster-types.ts';
import type { Watch } from './watch.ts';

/** How often the real server sends bookmarks. */
const BOOKMARK_EVERY_MS = 60_000;

/**
 * Hands the cluster's changes to the open watches. Each change is turned into text once for every
 * form in which some watch wants it, however many watches there are.
 */
export class WatchHub {
  readonly #cluster: Cluster;
  readonly #watches = new Map<ResourceType, Set<Watch>>();
  readonly #unsubscribe: () => void;
  readonly #bookmarks: NodeJS.Timeout;
  #open = 0;
  /** The latest change that every watch has been told of. */
  #seen: number;
  /** The same by type. */
  readonly #latest = new Map<ResourceType, number>();

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
    this.#seen = cluster.resourceVersion;
    this.#unsubscribe = cluster.subscribe((event) => this.#spread(event));
    this.#bookmarks = setInterval(() => this.flushBookmarks(), BOOKMARK_EVERY_MS);
    this.#bookmarks.unref();
  }

  get openWatches(): number {
    return this.#open;
  }

  add(watch: Watch): void {
    let watches = this.#watches.get(watch.resource);
    if (watches === undefined) this.#watches.set(watch.resource, (watches = new Set()));
    watches.add(watch);
    this.#open += 1;
  }

  remove(watch: Watch): void {
    if (this.#watches.get(watch.resource)?.delete(watch) === true) this.#open -= 1;
  }

  /** Tells every watch that takes bookmarks how far it has come, now. */
  flushBookmarks(): void {
    for (const watches of this.#watches.values()) {
      for (const watch of watches) watch.bookmark(this.#seen);
    }
  }

  /**
   * Sends a bookmark to each watch whose selection kept the latest change of its type from it, and
   * returns the latest change by resource: when all clients have seen as much of what they watch, they
   * have seen everything. 0 for a resource that has not changed yet.
   */
  tellLatest(): (resource: string) => number {
    for (const [type, watches] of this.#watches) {
      const latest = this.#latest.get(type) ?? 0;
      for (const watch of watches) if (watch.told < latest) watch.bookmark(this.#seen);
    }
    const versions = new Map([...this.#latest].map(([{ resource }, version]) => [resource, version]));
    return (resource) => versions.get(resource) ?? 0;
  }

  /** Ends all watches. */
  stop(): void {
    clearInterval(this.#bookmarks);
    this.#unsubscribe();
    for (const watches of this.#watches.values()) {
      for (const watch of watches) watch.end();
    }
  }

  #spread(event: ClusterEvent): void {
    this.#seen = event.resourceVersion;
    this.#latest.set(event.resource, event.resourceVersion);
    const watches = this.#watches.get(event.resource);
    if (watches !== undefined) {
      const lines = new Map<string, Buffer>();
      for (const watch of watches) watch.push(event, lines);
    }
    if (event.type === 'DELETED' && event.resource.resource === 'customresourcedefinitions')
      this.#endOrphans();
  }

  /** Ends the watches of kinds that are served no more. */
  #endOrphans(): void {
    const served = new Set(this.#cluster.resourceTypes());
    for (const [type, watches] of this.#watches) {
      if (served.has(type)) continue;
      for (const watch of watches) watch.end();
    }
  }
}
