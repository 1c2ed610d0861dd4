import type { KubeObject } from './kube-object.ts';

/** One step of a collection, by namespace and name. */
export type Change<T> =
  | { readonly kind: 'added'; readonly next: T }
  | { readonly kind: 'modified'; readonly next: T; readonly previous: T }
  /** Deleted and created again under the same name, unseen in between: `next` has another uid. */
  | { readonly kind: 'replaced'; readonly next: T; readonly previous: T }
  /** Where the final state is not known, `last` is what was last seen, perhaps long before the end. */
  | { readonly kind: 'deleted'; readonly last: T; readonly finalStateKnown: boolean };

export interface CollectionOptions<T> {
  /** The part of an object to keep; null when it cannot be read. */
  readonly transform: (object: KubeObject) => T | null;
  /** Called in the cluster's order, synchronously. Throws nothing. */
  readonly onChange: (change: Change<T>) => void;
}

/** A list of the collection, as far as it was read. */
export interface Listing<T> {
  readonly objects: Map<string, T>;
  readonly versions: Map<string, string>;
}

/** A list of which nothing was read yet. */
export function newListing<T>(): Listing<T> {
  return { objects: new Map(), versions: new Map() };
}

/** The objects of a collection as they were last told. What a list or an event changes is told as it is taken in. */
export class Collection<T extends { readonly uid: string }> {
  readonly #options: CollectionOptions<T>;
  #objects = new Map<string, T>();
  /** resourceVersion of each object: tells at a relist what really changed. */
  #versions = new Map<string, string>();

  constructor(options: CollectionOptions<T>) {
    this.#options = options;
  }

  /** By `namespace/name`, or `name` for a cluster-scoped kind. */
  get objects(): ReadonlyMap<string, T> {
    return this.#objects;
  }

  /** Adds an object to a list that is being read. Nothing is told yet. */
  list({ objects, versions }: Listing<T>, object: KubeObject): void {
    const key = keyOf(object);
    const item = this.#options.transform(object);
    // One that cannot be read is not gone: what was known of it stands, at its old version.
    const known = item ?? this.#objects.get(key);
    if (!known) return;
    objects.set(key, known);
    versions.set(key, item ? object.metadata.resourceVersion : (this.#versions.get(key) ?? ''));
  }

  /** Takes in a list that was read to its end. What is gone was deleted unseen. */
  replace({ objects, versions }: Listing<T>): void {
    const before = this.#objects;
    const versionsBefore = this.#versions;
    this.#objects = objects;
    this.#versions = versions;
    for (const [key, next] of objects) {
      const previous = before.get(key);
      const same = previous?.uid === next.uid && versions.get(key) === versionsBefore.get(key);
      if (same) objects.set(key, previous);
      else this.#tellPresent(previous, next);
    }
    for (const [key, last] of before) {
      if (!objects.has(key)) this.#options.onChange({ kind: 'deleted', last, finalStateKnown: false });
    }
  }

  /** Takes in that the object is there, as an event says. */
  put(object: KubeObject): void {
    const key = keyOf(object);
    const next = this.#options.transform(object);
    if (!next || this.#versions.get(key) === object.metadata.resourceVersion) return;
    const previous = this.#objects.get(key);
    this.#objects.set(key, next);
    this.#versions.set(key, object.metadata.resourceVersion);
    this.#tellPresent(previous, next);
  }

  /** Takes in that the object was deleted, in the state in which the event has it. */
  remove(object: KubeObject): void {
    const { transform, onChange } = this.#options;
    const key = keyOf(object);
    const previous = this.#objects.get(key);
    const final = transform(object);
    this.#objects.delete(key);
    this.#versions.delete(key);
    if (final) onChange({ kind: 'deleted', last: final, finalStateKnown: true });
    else if (previous) onChange({ kind: 'deleted', last: previous, finalStateKnown: false });
  }

  #tellPresent(previous: T | undefined, next: T): void {
    const { onChange } = this.#options;
    if (!previous) onChange({ kind: 'added', next });
    else if (previous.uid === next.uid) onChange({ kind: 'modified', next, previous });
    else onChange({ kind: 'replaced', next, previous });
  }
}

function keyOf({ metadata }: KubeObject): string {
  return metadata.namespace ? `${metadata.namespace}/${metadata.name}` : metadata.name;
}
