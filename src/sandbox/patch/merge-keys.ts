/**
 * How the lists of built-in kinds merge, by the name of their field: by a key of their items, or as
 * a set of scalars. Lists that are not here are replaced whole. From the patchStrategy and
 * patchMergeKey tags of k8s.io/api.
 */
const MERGE_KEYS: Readonly<Record<string, string>> = {
  containers: 'name',
  initContainers: 'name',
  ephemeralContainers: 'name',
  env: 'name',
  volumes: 'name',
  volumeMounts: 'mountPath',
  volumeDevices: 'devicePath',
  ports: 'containerPort',
  imagePullSecrets: 'name',
  hostAliases: 'ip',
  topologySpreadConstraints: 'topologyKey',
  resourceClaims: 'name',
  conditions: 'type',
  ownerReferences: 'uid',
  secrets: 'name',
  taints: 'key',
  addresses: 'type',
};

const SETS = new Set(['finalizers']);

/** The key by which a list's items are told apart; null when the list is replaced whole. */
export function mergeKeyOf(field: string): string | null {
  return MERGE_KEYS[field] ?? null;
}

/** Whether a list of scalars is merged as a set. */
export function isMergedSet(field: string): boolean {
  return SETS.has(field);
}
