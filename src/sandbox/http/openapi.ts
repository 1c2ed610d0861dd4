import { groupVersion } from '../resource-types.ts';
import type { ServedType } from './served-type.ts';

/**
 * The answer of /openapi/v3: one document for each group and version. kubectl reads them to learn
 * which kinds take server-side validation; the documents hold no schemas, so `kubectl explain`
 * does not work.
 */
export function openApiIndex(served: readonly ServedType[]): unknown {
  const keys = [...new Set(served.map(({ type }) => documentKey(type.group, type.version)))];
  const paths = keys.map((key) => [key, { serverRelativeURL: `/openapi/v3/${key}?hash=1` }]);
  return { paths: Object.fromEntries(paths) };
}

/** The answer of /openapi/v3/api/v1 and /openapi/v3/apis/GROUP/VERSION; null when there is none. */
export function openApiDocument(served: readonly ServedType[], key: string): unknown {
  const found = served.filter(({ type }) => documentKey(type.group, type.version) === key);
  if (found.length === 0) return null;
  return {
    openapi: '3.0.0',
    info: { title: 'Punctual sandbox', version: 'v1' },
    paths: Object.fromEntries(found.flatMap(pathsOf)),
    components: { schemas: {} },
  };
}

function documentKey(group: string, version: string): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

function pathsOf({ type }: ServedType): readonly (readonly [string, unknown])[] {
  const prefix = type.group === '' ? '/api/' : '/apis/';
  const scope = type.namespaced ? '/namespaces/{namespace}' : '';
  const collection = `${prefix}${groupVersion(type)}${scope}/${type.resource}`;
  const operation = {
    'x-kubernetes-group-version-kind': { group: type.group, version: type.version, kind: type.kind },
    parameters: ['dryRun', 'fieldManager', 'fieldValidation'].map(queryParameter),
    responses: {},
  };
  return [
    [collection, { post: operation }],
    [`${collection}/{name}`, { put: operation, patch: operation }],
  ];
}

function queryParameter(name: string): unknown {
  return { name, in: 'query', schema: { type: 'string', uniqueItems: true } };
}
