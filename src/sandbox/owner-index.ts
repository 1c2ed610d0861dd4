import type { KubeObject, ResourceType } from './cluster-types.ts';

/** An object together with its type. */
export interface TypedObject {
  readonly type: ResourceType;
  readonly object: KubeObject;
}

/** Finds objects by their own uid and by the uid of an owner without a scan. */
export class OwnerIndex {
  readonly #byUid = new Map<string, TypedObject>();
  readonly #dependents = new Map<string, Map<string, TypedObject>>();

  get(uid: string): TypedObject | undefined {
    return this.#byUid.get(uid);
  }

  /** The objects that name `uid` in an owner reference, oldest first. */
  dependentsOf(uid: string): readonly TypedObject[] {
    const found = this.#dependents.get(uid);
    return found === undefined ? [] : [...found.values()];
  }

  put(type: ResourceType, object: KubeObject, previous: KubeObject | undefined): void {
    const entry = { type, object };
    this.#byUid.set(object.metadata.uid, entry);
    const owners = object.metadata.ownerReferences ?? [];
    for (const { uid } of previous?.metadata.ownerReferences ?? []) {
      if (!owners.some((owner) => owner.uid === uid)) this.#unlink(uid, object.metadata.uid);
    }
    for (const { uid } of owners) {
      let dependents = this.#dependents.get(uid);
      if (dependents === undefined) this.#dependents.set(uid, (dependents = new Map()));
      dependents.set(object.metadata.uid, entry);
    }
  }

  delete(object: KubeObject): void {
    this.#byUid.delete(object.metadata.uid);
    for (const { uid } of object.metadata.ownerReferences ?? []) this.#unlink(uid, object.metadata.uid);
  }

  #unlink(owner: string, dependent: string): void {
    const dependents = this.#dependents.get(owner);
    dependents?.delete(dependent);
    if (dependents?.size === 0) this.#dependents.delete(owner);
  }
}
