import { equalJson } from '../lib/equal-json.ts';
import type { KubeObject, ObjectInput, ObjectMeta, ResourceType } from './cluster-types.ts';
import { groupVersion } from './resource-types.ts';

/** An object of a type from what its author gave and the metadata that the server decided. */
export function assemble(type: ResourceType, metadata: ObjectMeta, input: ObjectInput): KubeObject {
  const { apiVersion: _, kind: __, ...rest } = input;
  return { apiVersion: groupVersion(type), kind: type.kind, ...rest, metadata };
}

/** The present object with the status that was given, and nothing else of it. */
export function withStatusOf(before: KubeObject, input: ObjectInput): KubeObject {
  const { status: _, ...rest } = before;
  return input['status'] === undefined ? rest : { ...rest, status: input['status'] };
}

/** The fields of an object's metadata that belong to its author. */
const AUTHORED_METADATA = [
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
] as const satisfies readonly (keyof ObjectMeta)[];

/** What was given, with the status and the server's part of the metadata as they are. */
export function withAllButStatusOf(type: ResourceType, before: KubeObject, input: ObjectInput): KubeObject {
  const metadata: Record<string, unknown> = { ...before.metadata };
  for (const field of AUTHORED_METADATA) {
    const value = input.metadata[field];
    if (value === undefined) delete metadata[field];
    else metadata[field] = value;
  }
  const { status: given, ...rest } = input;
  const status = type.hasStatus ? before.status : given;
  const object = assemble(type, metadata as unknown as ObjectMeta, rest);
  return status === undefined ? object : { ...object, status };
}

/** `after` with the parts that equal `before` shared with it; `before` itself when all are equal. */
export function reuseEqualParts(before: KubeObject, after: KubeObject): KubeObject {
  const shared: Record<string, unknown> = {};
  let isChanged = Object.keys(before).some(
    (field) => before[field] !== undefined && after[field] === undefined,
  );
  for (const [field, value] of Object.entries(after)) {
    if (value === undefined) continue;
    const isEqual = equalJson(before[field], value);
    shared[field] = isEqual ? before[field] : value;
    isChanged ||= !isEqual;
  }
  return isChanged ? (shared as KubeObject) : before;
}

/** One more when anything but metadata and status differs, or when deletion begins. */
export function nextGeneration(before: KubeObject, after: KubeObject): { generation?: number } {
  const { generation, deletionTimestamp } = before.metadata;
  if (generation === undefined) return {};
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  const differs = [...fields].some(
    (field) => field !== 'metadata' && field !== 'status' && before[field] !== after[field],
  );
  const begins = deletionTimestamp === undefined && after.metadata.deletionTimestamp !== undefined;
  return { generation: differs || begins ? generation + 1 : generation };
}
