import type { ObjectInput, ObjectMeta } from '../cluster-types.ts';
import { isObject } from '../patch/merge-patch.ts';
import { badRequest } from '../status-errors.ts';

const IS_OF_TYPE = {
  text: (value: unknown) => typeof value === 'string',
  map: isObject,
  list: Array.isArray,
  objects: (value: unknown) => Array.isArray(value) && value.every(isObject),
} as const;

/** The fields that the server itself reads, and what they have to be. */
const FIELDS: Readonly<Partial<Record<keyof ObjectMeta, keyof typeof IS_OF_TYPE>>> = {
  name: 'text',
  namespace: 'text',
  generateName: 'text',
  uid: 'text',
  resourceVersion: 'text',
  labels: 'map',
  annotations: 'map',
  ownerReferences: 'objects',
  finalizers: 'list',
  managedFields: 'list',
};

/** The metadata of a body, a null counting as absent. Throws BadRequest on a field of a wrong type. */
export function decodeMetadata(given: unknown): ObjectInput['metadata'] {
  if (given === undefined || given === null) return {};
  if (!isObject(given)) throw badRequest('unable to decode the object: metadata must be an object');
  const present = Object.entries(given).filter(([, value]) => value !== null);
  for (const [field, value] of present) {
    const type = FIELDS[field as keyof ObjectMeta];
    if (type !== undefined && !IS_OF_TYPE[type](value)) {
      throw badRequest(`unable to decode the object: metadata.${field} is of a wrong type`);
    }
  }
  return Object.fromEntries(present);
}
