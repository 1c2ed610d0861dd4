import type { StructuralSchema } from '../custom-resource.ts';
import { isObject } from '../patch/merge-patch.ts';

/** Fields of every object that no schema of a custom kind needs to name. */
const OF_EVERY_OBJECT = new Set(['apiVersion', 'kind', 'metadata']);

/**
 * A custom resource as the API server stores it: fields that the schema does not know are pruned,
 * defaults are filled in, and a null where null is not allowed gives way to the default.
 */
export function completeBySchema(schema: StructuralSchema, value: unknown): unknown {
  return complete(schema, value, true);
}

function complete(schema: StructuralSchema, value: unknown, isRoot = false): unknown {
  if (Array.isArray(value)) {
    const items = subschema(schema, 'items');
    return items === undefined ? value : value.map((item) => complete(items, item));
  }
  if (!isObject(value)) return value;
  return completeObject(schema, value, isRoot);
}

function completeObject(
  schema: StructuralSchema,
  value: Record<string, unknown>,
  isRoot: boolean,
): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, StructuralSchema>>;
  const additional = schema['additionalProperties'];
  const keepsUnknown = schema['x-kubernetes-preserve-unknown-fields'] === true || additional === true;
  const result: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (isRoot && OF_EVERY_OBJECT.has(key)) result[key] = field;
    else if (known !== undefined) setCompleted(result, key, known, field);
    else if (isObject(additional)) setCompleted(result, key, additional, field);
    else if (keepsUnknown) result[key] = field;
  }
  for (const [key, property] of Object.entries(properties)) {
    if (result[key] === undefined && property['default'] !== undefined) {
      result[key] = complete(property, structuredClone(property['default']));
    }
  }
  return result;
}

/** A null is dropped where a default stands ready and null itself is not allowed. */
function setCompleted(
  result: Record<string, unknown>,
  key: string,
  schema: StructuralSchema,
  value: unknown,
): void {
  const isReplaced = value === null && schema['nullable'] !== true && schema['default'] !== undefined;
  if (!isReplaced) result[key] = complete(schema, value);
}

function subschema(schema: StructuralSchema, keyword: string): StructuralSchema | undefined {
  const found = schema[keyword];
  return isObject(found) ? found : undefined;
}
