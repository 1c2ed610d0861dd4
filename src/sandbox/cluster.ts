import { randomUUID } from 'node:crypto';
import type { Clock } from '../lib/clock.ts';
import { equalJson } from '../lib/equal-json.ts';
import { type Admission, admit } from './admission/admit.ts';
import {
  type ClusterEvent,
  type KubeObject,
  type ObjectInput,
  type ObjectMeta,
  type ResourceType,
} from './cluster-types.ts';
import { type CustomResource, establish, toCustomResource } from './custom-resource.ts';
import {
  FOREGROUND,
  finalizersFor,
  gracePeriodSeconds,
  isBlocked,
  isReadyToGo,
  type PropagationPolicy,
} from './deletion.ts';
import { generateName } from './generate-name.ts';
import {
  assemble,
  nextGeneration,
  reuseEqualParts,
  withAllButStatusOf,
  withStatusOf,
} from './merge-object.ts';
import { ObjectStore } from './object-store.ts';
import type { TypedObject } from './owner-index.ts';
import { isType } from './resource-types.ts';
import { alreadyExists, badRequest, conflict, forbidden, notFound } from './status-errors.ts';
import { toKubernetesTime } from '../lib/timestamp.ts';

export interface ClusterOptions {
  readonly clock: Clock;
  /** What is wrong with a CronJob's schedule or time zone, in the API server's words; null when all is well. */
  readonly validateSchedule?: (schedule: string, timeZone: string | null) => string | null;
  /** How many changes of each resource type are remembered for watches. */
  readonly historySize?: number;
  /** Objects of an earlier life and the resourceVersion to go on from, see snapshot.ts. */
  readonly restored?: RestoredObjects;
}

export interface RestoredObjects {
  readonly objects: readonly StoredObject[];
  readonly resourceVersion: number;
}

export interface StoredObject {
  readonly group: string;
  readonly resource: string;
  readonly object: KubeObject;
}

export interface WriteOptions {
  /** Checks and answers as the write would, and changes nothing. */
  readonly dryRun?: boolean;
}

export interface UpdateOptions extends WriteOptions {
  /** `status` changes the status alone; without it the status stays as it is. */
  readonly subresource?: 'status';
}

export interface DeleteOptions extends WriteOptions {
  readonly propagationPolicy?: PropagationPolicy;
  /** Preconditions: Conflict when the object is another one by now. */
  readonly uid?: string;
  readonly resourceVersion?: string;
  /** For Pods. 0 removes at once, which is how the kubelet ends a graceful termination. */
  readonly gracePeriodSeconds?: number;
}

const DEFAULT_HISTORY_SIZE = 20_000;
const PROTECTED_NAMESPACES = new Set(['default', 'kube-system']);

/**
 * The cluster's objects in memory, with the write semantics of the Kubernetes API: optimistic
 * locking, a status that only the status subresource changes, finalizers, and deletion that follows
 * owner references. Objects are immutable; a write replaces them. All methods are synchronous and
 * throw StatusError.
 */
export class Cluster {
  readonly #clock: Clock;
  readonly #admission: Admission;
  readonly #store: ObjectStore;
  readonly #customResources = new Map<ResourceType, CustomResource>();

  constructor(options: ClusterOptions) {
    this.#clock = options.clock;
    const { historySize = DEFAULT_HISTORY_SIZE, restored } = options;
    this.#store = new ObjectStore(historySize, restored?.resourceVersion ?? 0);
    this.#admission = {
      validateSchedule: options.validateSchedule ?? (() => null),
      customResource: (type) => this.#customResources.get(type),
    };
    if (restored !== undefined) this.#restore(restored.objects);
    const namespaces = this.findType('', 'namespaces')!;
    for (const name of PROTECTED_NAMESPACES) {
      if (this.get(namespaces, null, name) === undefined) this.create(namespaces, { metadata: { name } });
    }
  }

  /** The resourceVersion of the latest change of any object. */
  get resourceVersion(): number {
    return this.#store.resourceVersion;
  }

  /** The built-in types and those of the CustomResourceDefinitions. */
  resourceTypes(): readonly ResourceType[] {
    return this.#store.types();
  }

  /** The type of a group (empty for core) and plural; undefined when there is none. */
  findType(group: string, resource: string): ResourceType | undefined {
    return this.#store.findType(group, resource);
  }

  /** The definition behind a custom type; undefined for built-in ones. */
  customResource(type: ResourceType): CustomResource | undefined {
    return this.#customResources.get(type);
  }

  get(type: ResourceType, namespace: string | null, name: string): KubeObject | undefined {
    return this.#store.table(type).get(type.namespaced ? namespace : null, name);
  }

  /** Objects of one namespace, or of all when it is null, sorted by namespace and name. */
  list(type: ResourceType, namespace: string | null): readonly KubeObject[] {
    return this.#store.table(type).list(type.namespaced ? namespace : null);
  }

  /** How many objects of a type there are. */
  count(type: ResourceType): number {
    return this.#store.table(type).size;
  }

  /** The objects that name `uid` in an owner reference, found without a scan. */
  byOwner(uid: string): readonly TypedObject[] {
    return this.#store.owners.dependentsOf(uid);
  }

  /** The object with this uid, of whatever type. */
  byUid(uid: string): TypedObject | undefined {
    return this.#store.owners.get(uid);
  }

  /** A type's changes after a resourceVersion, oldest first; null when they are no longer known. */
  eventsSince(type: ResourceType, resourceVersion: number): readonly ClusterEvent[] | null {
    return this.#store.eventsSince(type, resourceVersion);
  }

  /**
   * Calls `listener` after each change, before the write that caused it returns. A write made by a
   * listener is told to all listeners after the present event, so that everyone sees one order.
   * Returns a function that unsubscribes.
   */
  subscribe(listener: (event: ClusterEvent) => void): () => void {
    return this.#store.subscribe(listener);
  }

  create(type: ResourceType, input: ObjectInput, options: WriteOptions = {}): KubeObject {
    const table = this.#store.table(type);
    const metadata = this.#newMetadata(type, input.metadata);
    if (type.namespaced) this.#checkNamespace(type, metadata);
    const object = admit(this.#admission, type, assemble(type, metadata, input), undefined);
    if (table.get(metadata.namespace ?? null, metadata.name) !== undefined) {
      throw alreadyExists(type, metadata.name);
    }
    if (options.dryRun) return object;
    const created = this.#put(type, object, undefined);
    this.#store.deliver();
    this.#collectIfAbandoned(type, created);
    return created;
  }

  /**
   * Replaces an object. With a resourceVersion in its metadata only when that is still the present
   * one, else Conflict. Nothing happens when nothing differs.
   */
  update(type: ResourceType, input: ObjectInput, options: UpdateOptions = {}): KubeObject {
    const before = this.#require(type, input.metadata.namespace ?? null, input.metadata.name ?? '');
    checkPreconditions(type, before, input.metadata);
    const merged =
      options.subresource === 'status'
        ? withStatusOf(before, input)
        : withAllButStatusOf(type, before, input);
    const after = reuseEqualParts(before, admit(this.#admission, type, merged, before));
    if (after === before || options.dryRun) return after;
    const written = this.#replace(type, before, after);
    this.#store.deliver();
    return written;
  }

  /**
   * Deletes an object, or begins to: it stays with a deletionTimestamp while it has finalizers, is a
   * namespace with content, or is a Pod that may still run (until deleted with gracePeriodSeconds 0).
   * Returns its last state.
   */
  delete(
    type: ResourceType,
    namespace: string | null,
    name: string,
    options: DeleteOptions = {},
  ): KubeObject {
    const object = this.#require(type, namespace, name);
    checkPreconditions(type, object, options);
    if (isType(type, 'namespaces') && PROTECTED_NAMESPACES.has(name)) {
      throw forbidden(type, name, 'this namespace may not be deleted');
    }
    if (options.dryRun) return object;
    const deleted = this.#delete(type, object, options);
    this.#store.deliver();
    return deleted;
  }

  #require(type: ResourceType, namespace: string | null, name: string): KubeObject {
    const object = this.get(type, namespace, name);
    if (object === undefined) throw notFound(type, name);
    return object;
  }

  #restore(stored: readonly StoredObject[]): void {
    const isDefinition = ({ resource }: StoredObject) => resource === 'customresourcedefinitions';
    for (const { group, resource, object } of [
      ...stored.filter(isDefinition),
      ...stored.filter((each) => !isDefinition(each)),
    ]) {
      const type = this.findType(group, resource);
      if (type === undefined) continue;
      this.#store.restore(type, object);
      if (isDefinitionType(type)) this.#defineCustomResource(object);
    }
  }

  #newMetadata(type: ResourceType, given: Partial<ObjectMeta>): ObjectMeta {
    const { namespace, ...rest } = given;
    if (type.namespaced && !namespace) throw badRequest('an object of a namespaced kind needs a namespace');
    return {
      ...rest,
      name: given.name || generateName(given.generateName ?? ''),
      ...(type.namespaced ? { namespace: namespace! } : {}),
      uid: randomUUID(),
      resourceVersion: String(this.#store.resourceVersion + 1),
      ...(type.hasStatus ? { generation: 1 } : {}),
      creationTimestamp: toKubernetesTime(this.#clock.now()),
    };
  }

  #checkNamespace(type: ResourceType, metadata: ObjectMeta): void {
    const namespaces = this.findType('', 'namespaces')!;
    const namespace = this.#require(namespaces, null, metadata.namespace!);
    if (namespace.metadata.deletionTimestamp !== undefined) {
      const why = `unable to create new content in namespace ${metadata.namespace} because it is being terminated`;
      throw forbidden(type, metadata.name, why);
    }
  }

  /** Stores an object; a definition's kind is served from then on. */
  #put(type: ResourceType, object: KubeObject, previous: KubeObject | undefined): KubeObject {
    const stored = this.#store.put(type, object, previous);
    return isDefinitionType(type) ? this.#defineCustomResource(stored) : stored;
  }

  /** Stores a changed object; one whose last finalizer went while it was being deleted is removed instead. */
  #replace(type: ResourceType, before: KubeObject, after: KubeObject): KubeObject {
    const metadata = { ...after.metadata, ...nextGeneration(before, after) };
    const changed = { ...after, metadata };
    if (isReadyToGo(changed)) return this.#remove(type, changed);
    return this.#put(type, changed, before);
  }

  #delete(type: ResourceType, object: KubeObject, options: DeleteOptions): KubeObject {
    if (isType(type, 'namespaces')) return this.#terminateNamespace(type, object);
    if (options.propagationPolicy === 'Orphan') this.#orphanDependents(object);
    const grace = gracePeriodSeconds(type, object, options.gracePeriodSeconds);
    const finalizers = finalizersFor(object, options.propagationPolicy, this.#store.owners);
    if (grace === 0 && finalizers.length === 0) return this.#remove(type, object);
    const doomed = this.#markDeleted(type, object, grace, finalizers);
    if (options.propagationPolicy === 'Foreground') this.#deleteDependents(doomed);
    return this.#store.owners.get(object.metadata.uid)?.object ?? doomed;
  }

  #markDeleted(
    type: ResourceType,
    object: KubeObject,
    grace: number,
    finalizers: readonly string[],
  ): KubeObject {
    const { deletionTimestamp, deletionGracePeriodSeconds } = object.metadata;
    const isShorter = deletionTimestamp === undefined || grace < (deletionGracePeriodSeconds ?? 0);
    const metadata = {
      ...object.metadata,
      ...(finalizers.length > 0 ? { finalizers } : {}),
      ...(isShorter
        ? {
            deletionTimestamp: toKubernetesTime(this.#clock.now() + grace * 1_000),
            deletionGracePeriodSeconds: grace,
          }
        : {}),
    };
    const after = reuseEqualParts(object, { ...object, metadata });
    return after === object ? object : this.#replace(type, object, after);
  }

  /** Takes an object out and lets the deletion spread to what it owns. */
  #remove(type: ResourceType, object: KubeObject): KubeObject {
    const previous = this.#require(type, object.metadata.namespace ?? null, object.metadata.name);
    if (isDefinitionType(type)) this.#dropCustomResource(object);
    const last = this.#store.remove(type, object, previous);
    this.#deleteDependents(last);
    this.#finishOwners(last);
    if (object.metadata.namespace !== undefined) this.#finishNamespace(object.metadata.namespace);
    return last;
  }

  /** Deletes what `owner` owned, except where another owner lives on: there the reference goes. */
  #deleteDependents(owner: KubeObject): void {
    for (const { type, object } of this.#store.owners.dependentsOf(owner.metadata.uid)) {
      const others = object.metadata.ownerReferences!.filter(
        (reference) =>
          reference.uid !== owner.metadata.uid && this.#store.owners.get(reference.uid) !== undefined,
      );
      if (others.length > 0) this.#setOwners(type, object, others);
      else if (object.metadata.deletionTimestamp === undefined) this.#delete(type, object, {});
    }
  }

  #orphanDependents(owner: KubeObject): void {
    for (const { type, object } of this.#store.owners.dependentsOf(owner.metadata.uid)) {
      const others = object.metadata.ownerReferences!.filter(({ uid }) => uid !== owner.metadata.uid);
      this.#setOwners(type, object, others);
    }
  }

  #setOwners(type: ResourceType, object: KubeObject, owners: ObjectMeta['ownerReferences'] & object): void {
    const { ownerReferences: _, ...rest } = object.metadata;
    const metadata = owners.length > 0 ? { ...rest, ownerReferences: owners } : rest;
    this.#put(type, { ...object, metadata }, object);
  }

  /** Lets go of owners deleted in the foreground once nothing blocks them any more. */
  #finishOwners(dependent: KubeObject): void {
    for (const { uid } of dependent.metadata.ownerReferences ?? []) {
      const owner = this.#store.owners.get(uid);
      if (owner?.object.metadata.finalizers?.includes(FOREGROUND) !== true) continue;
      if (isBlocked(owner.object, this.#store.owners)) continue;
      const finalizers = owner.object.metadata.finalizers.filter((name) => name !== FOREGROUND);
      const metadata = { ...owner.object.metadata, finalizers };
      this.#replace(owner.type, owner.object, { ...owner.object, metadata });
    }
  }

  /** What is created for an owner that is gone already is deleted at once, as the garbage collector would. */
  #collectIfAbandoned(type: ResourceType, object: KubeObject): void {
    const owners = object.metadata.ownerReferences ?? [];
    if (owners.length === 0 || owners.some(({ uid }) => this.#store.owners.get(uid) !== undefined)) return;
    if (this.#store.owners.get(object.metadata.uid) === undefined) return;
    this.#delete(type, object, {});
    this.#store.deliver();
  }

  #terminateNamespace(type: ResourceType, namespace: KubeObject): KubeObject {
    const name = namespace.metadata.name;
    const doomed = {
      ...namespace,
      metadata: { ...namespace.metadata, deletionTimestamp: toKubernetesTime(this.#clock.now()) },
      status: { ...namespace.status, phase: 'Terminating' },
    };
    const marked =
      namespace.metadata.deletionTimestamp === undefined ? this.#put(type, doomed, namespace) : namespace;
    for (const content of this.#namespacedTypes()) {
      for (const object of this.list(content, name)) {
        if (this.#store.owners.get(object.metadata.uid) !== undefined) this.#delete(content, object, {});
      }
    }
    this.#finishNamespace(name);
    return marked;
  }

  /** Removes a namespace that is being deleted once it is empty. */
  #finishNamespace(name: string): void {
    const type = this.findType('', 'namespaces')!;
    const namespace = this.get(type, null, name);
    if (namespace?.metadata.deletionTimestamp === undefined) return;
    if (this.#namespacedTypes().every((content) => this.#store.table(content).count(name) === 0)) {
      this.#remove(type, namespace);
    }
  }

  #namespacedTypes(): readonly ResourceType[] {
    return this.resourceTypes().filter(({ namespaced }) => namespaced);
  }

  /** Serves the kind of a CustomResourceDefinition from now on and says so in its status. */
  #defineCustomResource(definition: KubeObject): KubeObject {
    const custom = toCustomResource(definition);
    const existing = this.findType(custom.type.group, custom.type.resource);
    if (existing === undefined) {
      this.#store.addType(custom.type);
      this.#customResources.set(custom.type, custom);
    } else if (this.#customResources.has(existing)) {
      // The same type object, since tables and watches know the type by its identity.
      this.#customResources.set(existing, { ...custom, type: Object.assign(existing, custom.type) });
    }
    const type = this.findType('apiextensions.k8s.io', 'customresourcedefinitions')!;
    const status = establish(definition, toKubernetesTime(this.#clock.now()));
    return equalJson(status, definition.status)
      ? definition
      : this.#put(type, { ...definition, status }, definition);
  }

  /** The objects of a kind go before its definition does. */
  #dropCustomResource(definition: KubeObject): void {
    const type = this.findType(definition.spec.group, definition.spec.names.plural);
    if (type === undefined || !this.#customResources.has(type)) return;
    for (const object of this.list(type, null)) this.#remove(type, object);
    this.#store.removeType(type);
    this.#customResources.delete(type);
  }
}

function isDefinitionType(type: ResourceType): boolean {
  return isType(type, 'customresourcedefinitions.apiextensions.k8s.io');
}

function checkPreconditions(
  type: ResourceType,
  object: KubeObject,
  wanted: { readonly uid?: string; readonly resourceVersion?: string },
): void {
  const { name, uid, resourceVersion } = object.metadata;
  if (wanted.uid && wanted.uid !== uid) {
    const why = `Precondition failed: UID in precondition: ${wanted.uid}, UID in object meta: ${uid}`;
    throw conflict(type, name, why);
  }
  if (wanted.resourceVersion && wanted.resourceVersion !== resourceVersion) {
    const why = 'the object has been modified; please apply your changes to the latest version and try again';
    throw conflict(type, name, why);
  }
}
