import type { KubeObject, ResourceType } from '../cluster-types.ts';
import type { CustomResource } from '../custom-resource.ts';
import { type FieldError, invalid } from '../status-errors.ts';
import { defaultObject } from './default-object.ts';
import { validateObject } from './validate-object.ts';

/** What defaulting and validation need to know beyond the object. */
export interface Admission {
  readonly validateSchedule: (schedule: string, timeZone: string | null) => string | null;
  readonly customResource: (type: ResourceType) => CustomResource | undefined;
}

/**
 * The object as the API server would store it: defaults filled in, fields that its schema does not
 * know pruned. `before` is undefined on creation. Throws Invalid with every problem found.
 */
export function admit(
  admission: Admission,
  type: ResourceType,
  object: KubeObject,
  before: KubeObject | undefined,
): KubeObject {
  const complete = defaultObject(admission, type, object, before);
  const errors: readonly FieldError[] = validateObject(admission, type, complete, before);
  if (errors.length > 0) throw invalid(type, complete.metadata.name, errors);
  return complete;
}
