import type { KubeObject } from '../cluster-types.ts';
import type { Checks, Unchecked } from './checks.ts';

/** What the API server refuses in a CustomResourceDefinition, as far as this server relies on it. */
export function validateDefinition(
  checks: Checks,
  { metadata, spec }: KubeObject,
  before: KubeObject | undefined,
): void {
  if (typeof spec !== 'object' || spec === null) return checks.required('spec');
  const { group, names, scope, versions } = spec;
  if (typeof group !== 'string' || group === '') checks.required('spec.group');
  if (!names?.plural) checks.required('spec.names.plural');
  if (!names?.kind) checks.required('spec.names.kind');
  if (metadata.name !== `${names?.plural}.${group}`) {
    checks.invalid('metadata.name', metadata.name, 'must be spec.names.plural+"."+spec.group');
  }
  checks.oneOf('spec.scope', scope, ['Cluster', 'Namespaced']);
  if (before !== undefined && before.spec.scope !== scope) checks.immutable('spec.scope', scope);
  if (!Array.isArray(versions) || versions.length === 0) return checks.required('spec.versions');
  const stored = versions.filter(({ storage }: Unchecked) => storage === true);
  if (stored.length !== 1) {
    checks.invalid('spec.versions', versions, 'must have exactly one version marked as storage version');
  }
  for (const [index, version] of versions.entries()) {
    if (!version?.name) checks.required(`spec.versions[${index}].name`);
    if (version?.schema?.openAPIV3Schema === undefined) {
      checks.required(`spec.versions[${index}].schema.openAPIV3Schema`, 'schemas are required');
    }
  }
}
