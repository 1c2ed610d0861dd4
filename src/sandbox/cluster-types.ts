/** Any Kubernetes object as JSON. Objects in the cluster are never changed in place. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  // oxlint-disable-next-line typescript/no-explicit-any -- any Kubernetes kind passes through
  readonly spec?: any;
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  readonly status?: any;
  readonly [field: string]: unknown;
}

export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly generateName?: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation?: number;
  readonly creationTimestamp: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly OwnerReference[];
  readonly finalizers?: readonly string[];
  /** Who wrote last, for kubectl's server-side apply. */
  readonly managedFields?: readonly unknown[];
}

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

export interface ResourceType {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** Plural, as in URLs. */
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly hasStatus: boolean;
}

export interface ClusterEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly resource: ResourceType;
  /** For DELETED the final state, with the resourceVersion of the deletion. */
  readonly object: KubeObject;
  /** The state before; undefined for ADDED. */
  readonly previous: KubeObject | undefined;
  readonly resourceVersion: number;
}

/** An error that the API answers with a Status body. */
export class StatusError extends Error {
  readonly code: number;
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: number, reason: string, message: string, details?: Readonly<Record<string, unknown>>) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.details = details;
  }
}

/** What a caller hands over to be created or updated: the server fills in the rest. */
export interface ObjectInput {
  readonly metadata: Partial<ObjectMeta>;
  readonly [field: string]: unknown;
}
