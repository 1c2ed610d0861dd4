import type { KubeObject, ResourceType } from '../cluster-types.ts';
import type { FieldError } from '../status-errors.ts';
import type { Admission } from './admit.ts';
import { validateMetadata } from './metadata.ts';

/** Everything that the API server would refuse an object for; empty when it is fine. */
export function validateObject(
  _admission: Admission,
  type: ResourceType,
  object: KubeObject,
  before: KubeObject | undefined,
): readonly FieldError[] {
  return before === undefined ? validateMetadata(type, object) : [];
}
