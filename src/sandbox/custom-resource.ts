import type { KubeObject, ResourceType } from './cluster-types.ts';

/** A JSON schema as a CustomResourceDefinition carries it (`openAPIV3Schema`). */
export interface StructuralSchema {
  readonly type?: string;
  readonly [keyword: string]: unknown;
}

/** A column of `kubectl get` that a CustomResourceDefinition asks for. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly jsonPath: string;
  readonly priority?: number;
}

/** What the server needs to know of a custom kind. */
export interface CustomResource {
  readonly type: ResourceType;
  /** Null when the definition has no schema. */
  readonly schema: StructuralSchema | null;
  readonly columns: readonly PrinterColumn[];
}

/** The kind that a definition brings: its storage version is the one version served. */
export function toCustomResource(definition: KubeObject): CustomResource {
  const { group, names, scope, versions } = definition.spec;
  // oxlint-disable-next-line typescript/no-explicit-any -- admission has checked the definition
  const version = versions.find((each: any) => each.storage === true) ?? versions[0];
  return {
    type: {
      group,
      version: version.name,
      resource: names.plural,
      singular: names.singular ?? names.kind.toLowerCase(),
      kind: names.kind,
      namespaced: scope === 'Namespaced',
      shortNames: names.shortNames ?? [],
      hasStatus: version.subresources?.status !== undefined,
    },
    schema: version.schema?.openAPIV3Schema ?? null,
    columns: version.additionalPrinterColumns ?? [],
  };
}

/** The status of a definition whose kind is served. Times of conditions that hold already stay. */
export function establish(definition: KubeObject, now: string): Record<string, unknown> {
  const { names, versions } = definition.spec;
  const known = definition.status?.conditions ?? [];
  const condition = (type: string, reason: string, message: string) =>
    // oxlint-disable-next-line typescript/no-explicit-any -- a status this server wrote itself
    known.find((each: any) => each.type === type) ?? {
      type,
      status: 'True',
      lastTransitionTime: now,
      reason,
      message,
    };
  return {
    ...definition.status,
    acceptedNames: {
      listKind: `${names.kind}List`,
      singular: names.kind.toLowerCase(),
      ...names,
    },
    conditions: [
      condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
      condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
    ],
    // oxlint-disable-next-line typescript/no-explicit-any -- admission has checked the definition
    storedVersions: [versions.find((each: any) => each.storage === true)?.name ?? versions[0].name],
  };
}
