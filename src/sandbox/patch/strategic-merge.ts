import { isObject } from './merge-patch.ts';
import { isMergedSet, mergeKeyOf } from './merge-keys.ts';

type Fields = Record<string, unknown>;

const DELETE_FROM = '$deleteFromPrimitiveList/';
const SET_ORDER = '$setElementOrder/';
const RETAIN_KEYS = '$retainKeys';

/**
 * A Kubernetes strategic merge patch: like a merge patch, but lists of known fields merge item by
 * item, and directives (`$patch: replace`, `$patch: delete`, `$retainKeys`,
 * `$deleteFromPrimitiveList`, `$setElementOrder`) say more.
 */
export function strategicMerge(target: unknown, patch: unknown): unknown {
  return isObject(patch) ? mergeObject(isObject(target) ? target : {}, patch) : patch;
}

function mergeObject(target: Fields, patch: Fields): Fields | undefined {
  const { $patch: directive, ...given } = patch;
  if (directive === 'replace') return given;
  if (directive === 'delete') return undefined;
  const result = retained(target, given[RETAIN_KEYS]);
  for (const [key, value] of Object.entries(given)) {
    if (key.startsWith('$')) continue;
    const merged = value === null ? undefined : mergeField(key, result[key], value);
    if (merged === undefined) delete result[key];
    else result[key] = merged;
  }
  for (const [key, value] of Object.entries(given)) {
    if (key.startsWith(DELETE_FROM)) deleteFromList(result, key.slice(DELETE_FROM.length), value);
    if (key.startsWith(SET_ORDER)) orderList(result, key.slice(SET_ORDER.length), value);
  }
  return result;
}

/** With `$retainKeys` only the listed keys of the target stay. */
function retained(target: Fields, keys: unknown): Fields {
  if (!Array.isArray(keys)) return { ...target };
  return Object.fromEntries(Object.entries(target).filter(([key]) => keys.includes(key)));
}

function mergeField(field: string, target: unknown, patch: unknown): unknown {
  if (isObject(patch)) return mergeObject(isObject(target) ? target : {}, patch);
  if (!Array.isArray(patch)) return patch;
  const list: readonly unknown[] = Array.isArray(target) ? target : [];
  if (isMergedSet(field)) return [...new Set([...list, ...patch])];
  const key = mergeKeyOf(field);
  return key === null || !patch.every(isObject) ? patch : mergeList(key, list as readonly Fields[], patch);
}

function mergeList(key: string, target: readonly Fields[], patch: readonly Fields[]): readonly unknown[] {
  const items = patch.filter((item) => !isBareReplace(item));
  let result: Fields[] = items.length < patch.length ? [] : [...target];
  for (const item of items) {
    const index = result.findIndex((existing) => existing[key] === item[key]);
    const merged = mergeObject(result[index] ?? {}, item);
    if (merged === undefined) result = result.filter((_, position) => position !== index);
    else if (index === -1) result.push(merged);
    else result[index] = merged;
  }
  return result;
}

/** `- $patch: replace` as an item of its own replaces the whole list. */
function isBareReplace(item: Fields): boolean {
  return item['$patch'] === 'replace' && Object.keys(item).length === 1;
}

function deleteFromList(result: Fields, field: string, values: unknown): void {
  const list = result[field];
  if (Array.isArray(list) && Array.isArray(values)) {
    result[field] = list.filter((item) => !values.includes(item));
  }
}

/** Sorts a list as the patch's author has it; items that the author does not know keep to the end. */
function orderList(result: Fields, field: string, order: unknown): void {
  const list = result[field];
  if (!Array.isArray(list) || !Array.isArray(order)) return;
  const key = mergeKeyOf(field);
  const identity = (item: unknown) => (key !== null && isObject(item) ? item[key] : item);
  const wanted = order.map(identity);
  const position = (item: unknown) => {
    const index = wanted.indexOf(identity(item));
    return index === -1 ? wanted.length : index;
  };
  result[field] = list.toSorted((a, b) => position(a) - position(b));
}
