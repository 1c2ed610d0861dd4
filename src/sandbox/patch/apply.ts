import { equalJson } from '../../lib/equal-json.ts';
import type { KubeObject, ObjectInput } from '../cluster-types.ts';
import { mergeKeyOf } from './merge-keys.ts';
import { isObject } from './merge-patch.ts';

export interface ApplyOptions {
  /** The client's name: what it leaves out of a later configuration, and nobody else set, is removed. */
  readonly manager: string;
  /** RFC 3339. */
  readonly time: string;
  readonly subresource: string | null;
  /** Whether lists merge by the keys of built-in kinds; those of custom kinds are replaced whole. */
  readonly listsMerge: boolean;
}

interface ManagedFields {
  readonly manager: string;
  readonly operation: string;
  readonly apiVersion: string;
  readonly time: string;
  readonly fieldsType: 'FieldsV1';
  readonly fieldsV1: FieldTree;
  readonly subresource?: string;
}

/** The fields of a configuration in the form of managedFields: `{"f:spec": {"f:schedule": {}}}`. */
interface FieldTree {
  readonly [field: string]: FieldTree;
}

type Fields = Record<string, unknown>;

/** Fields that identify an object and belong to no manager. */
const IDENTITY = new Set(['apiVersion', 'kind', 'metadata.name', 'metadata.namespace']);

/**
 * Server-side apply: the configuration is merged over the present object, fields that this manager
 * applied before and no longer gives are removed, and managedFields tells who applied what.
 * Other managers' claims are never a conflict here.
 */
export function applyPatch(
  current: KubeObject | undefined,
  applied: ObjectInput,
  options: ApplyOptions,
): ObjectInput {
  const { managedFields: _, ...metadata } = applied.metadata;
  const config: Fields = { ...applied, metadata };
  const fields = fieldTree(config, '');
  const known = (current?.metadata.managedFields ?? []) as readonly ManagedFields[];
  const isOwn = (entry: ManagedFields) =>
    entry.manager === options.manager &&
    entry.operation === 'Apply' &&
    (entry.subresource ?? null) === options.subresource;
  const own = known.find(isOwn);
  const kept = own === undefined ? { ...current } : withoutFields({ ...current }, own.fieldsV1, fields);
  const merged = merge(kept, config, options.listsMerge) as unknown as KubeObject;
  const isSame = own !== undefined && equalJson(own.fieldsV1, fields);
  const entry: ManagedFields = isSame
    ? own
    : {
        manager: options.manager,
        operation: 'Apply',
        apiVersion: merged.apiVersion,
        time: options.time,
        fieldsType: 'FieldsV1',
        fieldsV1: fields,
        ...(options.subresource === null ? {} : { subresource: options.subresource }),
      };
  const managedFields = [...known.filter((each) => !isOwn(each)), entry];
  return { ...merged, metadata: { ...merged.metadata, managedFields } };
}

function fieldTree(object: Fields, path: string): FieldTree {
  const tree: Record<string, FieldTree> = {};
  for (const [key, value] of Object.entries(object)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (IDENTITY.has(at)) continue;
    tree[`f:${key}`] = isObject(value) ? fieldTree(value, at) : {};
  }
  return tree;
}

/** The object without the fields that `before` had and `after` has no more. */
function withoutFields(object: Fields, before: FieldTree, after: FieldTree): Fields {
  const result = { ...object };
  for (const [key, subtree] of Object.entries(before)) {
    const field = key.slice(2);
    const value = result[field];
    if (after[key] === undefined) delete result[field];
    else if (isObject(value)) result[field] = withoutFields(value, subtree, after[key]);
  }
  return result;
}

function merge(target: Fields, config: Fields, listsMerge: boolean): Fields {
  const result = { ...target };
  for (const [key, value] of Object.entries(config)) {
    result[key] = mergeValue(key, target[key], value, listsMerge);
  }
  return result;
}

function mergeValue(field: string, target: unknown, value: unknown, listsMerge: boolean): unknown {
  if (isObject(value)) return merge(isObject(target) ? target : {}, value, listsMerge);
  const key = listsMerge ? mergeKeyOf(field) : null;
  if (key === null || !isListOfObjects(value) || !isListOfObjects(target)) return value;
  const [given, existing] = [value, target];
  const merged = given.map((item) =>
    merge(existing.find((each) => each[key] === item[key]) ?? {}, item, listsMerge),
  );
  const others = existing.filter((item) => !given.some((each) => each[key] === item[key]));
  return [...merged, ...others];
}

function isListOfObjects(value: unknown): value is readonly Fields[] {
  return Array.isArray(value) && value.every(isObject);
}
