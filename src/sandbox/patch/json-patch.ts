import { equalJson } from '../../lib/equal-json.ts';

/** A JSON patch that cannot be applied, with the reason. */
export class JsonPatchError extends Error {}

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** RFC 6902. The target is not changed. Throws JsonPatchError. */
export function jsonPatch(target: unknown, operations: unknown): unknown {
  if (!Array.isArray(operations)) throw new JsonPatchError('a JSON patch is a list of operations');
  return (operations as readonly Operation[]).reduce(applyOperation, target);
}

function applyOperation(target: unknown, { op, path, from, value }: Operation): unknown {
  const at = parsePointer(path);
  switch (op) {
    case 'add':
      return change(target, at, (parent, key) => insert(parent, key, value));
    case 'remove':
      return change(target, at, remove);
    case 'replace':
      return change(target, at, (parent, key) => replace(parent, key, value));
    case 'move': {
      const source = parsePointer(from);
      const moved = read(target, source);
      return change(change(target, source, remove), at, (parent, key) => insert(parent, key, moved));
    }
    case 'copy': {
      const copied = read(target, parsePointer(from));
      return change(target, at, (parent, key) => insert(parent, key, copied));
    }
    case 'test':
      if (!equalJson(read(target, at), value)) throw new JsonPatchError(`testing value ${path} failed`);
      return target;
    default:
      throw new JsonPatchError(`Unexpected kind: ${op}`);
  }
}

type Container = readonly unknown[] | Record<string, unknown>;

/** The target with the container at the end of `path` changed; what is on the way is copied. */
function change(
  target: unknown,
  path: readonly string[],
  edit: (parent: Container, key: string) => unknown,
): unknown {
  const [key, ...rest] = path;
  if (key === undefined) throw new JsonPatchError('the whole document cannot be changed');
  if (!isContainer(target)) throw missing(key);
  if (rest.length === 0) return edit(target, key);
  return replace(target, key, change(read(target, [key]), rest, edit));
}

function insert(parent: Container, key: string, value: unknown): unknown {
  if (!isList(parent)) return { ...parent, [key]: value };
  return parent.toSpliced(key === '-' ? parent.length : indexIn(parent, key, parent.length), 0, value);
}

function remove(parent: Container, key: string): unknown {
  if (isList(parent)) return parent.toSpliced(indexIn(parent, key, parent.length - 1), 1);
  if (!(key in parent)) throw missing(key);
  const { [key]: _, ...rest } = parent;
  return rest;
}

function replace(parent: Container, key: string, value: unknown): unknown {
  if (isList(parent)) return parent.with(indexIn(parent, key, parent.length - 1), value);
  if (!(key in parent)) throw missing(key);
  return { ...parent, [key]: value };
}

function read(target: unknown, path: readonly string[]): unknown {
  let value = target;
  for (const key of path) {
    if (!isContainer(value) || !Object.hasOwn(value, key)) throw missing(key);
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function indexIn(list: readonly unknown[], key: string, highest: number): number {
  const index = /^\d+$/.test(key) ? Number(key) : -1;
  if (index < 0 || index > highest)
    throw new JsonPatchError(`index ${key} is out of bounds of ${list.length} items`);
  return index;
}

function parsePointer(pointer: string | undefined): readonly string[] {
  if (pointer === undefined) throw new JsonPatchError('an operation lacks its path');
  if (pointer !== '' && !pointer.startsWith('/')) throw new JsonPatchError(`bad path ${pointer}`);
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function isList(container: Container): container is readonly unknown[] {
  return Array.isArray(container);
}

function missing(key: string): JsonPatchError {
  return new JsonPatchError(`Unable to access the path: ${key} is missing`);
}
