import type { ResourceType } from './cluster-types.ts';

/** The kinds that are there without a CustomResourceDefinition. */
export const RESOURCE_TYPES: readonly ResourceType[] = [
  builtIn('', 'v1', 'namespaces', 'Namespace', ['ns'], { namespaced: false, hasStatus: true }),
  builtIn('', 'v1', 'nodes', 'Node', ['no'], { namespaced: false, hasStatus: true }),
  builtIn('', 'v1', 'pods', 'Pod', ['po'], { namespaced: true, hasStatus: true }),
  builtIn('', 'v1', 'events', 'Event', ['ev'], { namespaced: true, hasStatus: false }),
  builtIn('', 'v1', 'secrets', 'Secret', [], { namespaced: true, hasStatus: false }),
  builtIn('', 'v1', 'configmaps', 'ConfigMap', ['cm'], { namespaced: true, hasStatus: false }),
  builtIn('', 'v1', 'serviceaccounts', 'ServiceAccount', ['sa'], { namespaced: true, hasStatus: false }),
  builtIn('batch', 'v1', 'cronjobs', 'CronJob', ['cj'], { namespaced: true, hasStatus: true }),
  builtIn('batch', 'v1', 'jobs', 'Job', [], { namespaced: true, hasStatus: true }),
  builtIn('coordination.k8s.io', 'v1', 'leases', 'Lease', [], { namespaced: true, hasStatus: false }),
  builtIn('apiextensions.k8s.io', 'v1', 'customresourcedefinitions', 'CustomResourceDefinition', ['crd'], {
    namespaced: false,
    hasStatus: true,
  }),
];

function builtIn(
  group: string,
  version: string,
  resource: string,
  kind: string,
  shortNames: readonly string[],
  rest: Pick<ResourceType, 'namespaced' | 'hasStatus'>,
): ResourceType {
  return { group, version, resource, singular: kind.toLowerCase(), kind, shortNames, ...rest };
}

/** The apiVersion of a type's objects: `v1`, `batch/v1`. */
export function groupVersion(type: ResourceType): string {
  return type.group === '' ? type.version : `${type.group}/${type.version}`;
}

/** A resource with its group, as error messages and CustomResourceDefinitions name it: `jobs.batch`. */
export function qualifiedName(type: Pick<ResourceType, 'group' | 'resource'>): string {
  return type.group === '' ? type.resource : `${type.resource}.${type.group}`;
}

/** Whether a type is one of the built-in ones, given by its qualified name. */
export function isType(type: ResourceType, qualified: string): boolean {
  return qualifiedName(type) === qualified;
}
