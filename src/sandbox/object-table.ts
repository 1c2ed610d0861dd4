import type { KubeObject } from './cluster-types.ts';

/**
 * The objects of one resource type, by namespace and name. Lists come in the order of their keys;
 * the order is repaired when it is asked for, not at each write.
 */
export class ObjectTable {
  readonly #namespaces = new Map<string, Shelf>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** `namespace` is null for objects of the cluster itself. */
  get(namespace: string | null, name: string): KubeObject | undefined {
    return this.#namespaces.get(namespace ?? '')?.objects.get(name);
  }

  set(object: KubeObject): void {
    const namespace = object.metadata.namespace ?? '';
    let shelf = this.#namespaces.get(namespace);
    if (shelf === undefined) this.#namespaces.set(namespace, (shelf = { objects: new Map(), sorted: true }));
    const before = shelf.objects.size;
    shelf.objects.set(object.metadata.name, object);
    if (shelf.objects.size === before) return;
    this.#size += 1;
    shelf.sorted = before === 0;
  }

  delete(object: KubeObject): void {
    const namespace = object.metadata.namespace ?? '';
    const shelf = this.#namespaces.get(namespace);
    if (shelf?.objects.delete(object.metadata.name) !== true) return;
    this.#size -= 1;
    if (shelf.objects.size === 0) this.#namespaces.delete(namespace);
  }

  /** The objects of one namespace, or of all when it is null, sorted by namespace and name. */
  list(namespace: string | null): readonly KubeObject[] {
    if (namespace !== null) return sortedObjects(this.#namespaces.get(namespace));
    if (this.#namespaces.size === 1) return sortedObjects([...this.#namespaces.values()][0]);
    return [...this.#namespaces.keys()].sort().flatMap((each) => sortedObjects(this.#namespaces.get(each)));
  }

  /** How many objects a namespace holds. */
  count(namespace: string): number {
    return this.#namespaces.get(namespace)?.objects.size ?? 0;
  }
}

interface Shelf {
  objects: Map<string, KubeObject>;
  /** Whether the map's insertion order is the order of names. */
  sorted: boolean;
}

function sortedObjects(shelf: Shelf | undefined): KubeObject[] {
  if (shelf === undefined) return [];
  if (!shelf.sorted) {
    shelf.objects = new Map([...shelf.objects].sort(([a], [b]) => (a < b ? -1 : 1)));
    shelf.sorted = true;
  }
  return [...shelf.objects.values()];
}
