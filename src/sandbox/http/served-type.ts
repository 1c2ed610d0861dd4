import type { Cluster } from '../cluster.ts';
import type { KubeObject, ObjectInput, ResourceType } from '../cluster-types.ts';
import { fromEventsGroup, toEventsGroup } from './events-group.ts';

/**
 * A resource as clients see it. Nearly all are served as they are stored; events.k8s.io shows the
 * core group's Events in another form.
 */
export interface ServedType {
  readonly type: ResourceType;
  readonly stored: ResourceType;
  readonly present: (object: KubeObject) => KubeObject;
  readonly accept: (input: ObjectInput) => ObjectInput;
}

const EVENTS_GROUP: ResourceType = {
  group: 'events.k8s.io',
  version: 'v1',
  resource: 'events',
  singular: 'event',
  kind: 'Event',
  namespaced: true,
  shortNames: ['ev'],
  hasStatus: false,
};

/** Every resource that discovery lists. */
export function servedTypes(cluster: Cluster): readonly ServedType[] {
  return [
    ...cluster.resourceTypes().map(asStored),
    {
      type: EVENTS_GROUP,
      stored: cluster.findType('', 'events')!,
      present: toEventsGroup,
      accept: fromEventsGroup,
    },
  ];
}

/** The resource of a path; undefined when there is none. */
export function findServedType(
  cluster: Cluster,
  group: string,
  version: string,
  resource: string,
): ServedType | undefined {
  const stored = cluster.findType(group, resource);
  if (stored?.version === version) return asStored(stored);
  return servedTypes(cluster).find(
    ({ type }) => type.group === group && type.version === version && type.resource === resource,
  );
}

const asStoredCache = new WeakMap<ResourceType, ServedType>();

function asStored(type: ResourceType): ServedType {
  let served = asStoredCache.get(type);
  if (served === undefined) {
    served = { type, stored: type, present: (object) => object, accept: (input) => input };
    asStoredCache.set(type, served);
  }
  return served;
}
