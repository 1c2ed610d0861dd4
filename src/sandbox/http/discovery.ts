import { groupVersion } from '../resource-types.ts';
import type { ServedType } from './served-type.ts';

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];
/** What `kubectl get all` means. */
const IN_ALL = new Set(['pods', 'jobs', 'cronjobs']);

/** The answer of /api. */
export function coreVersions(): unknown {
  return { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] };
}

/**
 * The answer of /apis. The newer aggregated form is not offered: kubectl 1.27 and 1.28 ask for a
 * beta of it and misread the final version, while every kubectl takes this one.
 */
export function groupList(served: readonly ServedType[]): unknown {
  const groups = [...new Set(served.map(({ type }) => type.group))].filter((group) => group !== '');
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map((group) => apiGroup(served, group)) };
}

/** The answer of /apis/GROUP; null when there is no such group. */
export function groupDocument(served: readonly ServedType[], group: string): unknown {
  if (group === '' || !served.some(({ type }) => type.group === group)) return null;
  return { kind: 'APIGroup', apiVersion: 'v1', ...apiGroup(served, group) };
}

/** The answer of /api/v1 and /apis/GROUP/VERSION; null when there is no such version. */
export function resourceList(served: readonly ServedType[], group: string, version: string): unknown {
  const found = served.filter(({ type }) => type.group === group && type.version === version);
  if (found.length === 0) return null;
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: groupVersion(found[0]!.type),
    resources: found.flatMap(resources),
  };
}

function apiGroup(served: readonly ServedType[], group: string): object {
  const versions = [
    ...new Set(served.filter(({ type }) => type.group === group).map(({ type }) => type.version)),
  ].map((version) => ({ groupVersion: `${group}/${version}`, version }));
  return { name: group, versions, preferredVersion: versions[0] };
}

function resources({ type }: ServedType): readonly unknown[] {
  const { resource, singular, namespaced, kind, shortNames } = type;
  const entry = {
    name: resource,
    singularName: singular,
    namespaced,
    kind,
    verbs: VERBS,
    ...(shortNames.length > 0 ? { shortNames } : {}),
    ...(IN_ALL.has(resource) ? { categories: ['all'] } : {}),
  };
  const sub = (name: string, verbs: readonly string[]) => ({
    name: `${resource}/${name}`,
    singularName: '',
    namespaced,
    kind,
    verbs,
  });
  return [
    entry,
    ...(type.hasStatus ? [sub('status', ['get', 'patch', 'update'])] : []),
    ...(type.group === '' && resource === 'pods' ? [sub('log', ['get'])] : []),
  ];
}
