import { matchesSelector, parseLabelSelector } from '../../lib/label-selector.ts';
import type { KubeObject } from '../cluster-types.ts';
import { badRequest } from '../status-errors.ts';
import { matchesFields, parseFieldSelector } from './field-selector.ts';
import type { ServedType } from './served-type.ts';

/** Which objects of a resource a list or a watch is about. */
export interface Selection {
  /** Null for all. */
  readonly namespace: string | null;
  /** Null when no selector narrows the selection. */
  readonly matches: ((object: KubeObject) => boolean) | null;
}

/** The selection of a request. Throws BadRequest on a selector that cannot be read. */
export function toSelection(
  served: ServedType,
  namespace: string | null,
  name: string | null,
  query: URLSearchParams,
): Selection {
  const labels = parseLabelSelector(query.get('labelSelector') ?? '');
  if (labels.kind === 'invalid') throw badRequest(labels.message);
  const fields = parseFieldSelector(served.type, query.get('fieldSelector') ?? '');
  if (name === null && labels.requirements.length === 0 && fields.length === 0) {
    return { namespace, matches: null };
  }
  const matches = (object: KubeObject) =>
    (name === null || object.metadata.name === name) &&
    matchesSelector(labels.requirements, object.metadata.labels) &&
    matchesFields(fields, served.present(object));
  return { namespace, matches };
}

/** Whether an object is selected. */
export function isSelected({ namespace, matches }: Selection, object: KubeObject): boolean {
  if (namespace !== null && object.metadata.namespace !== namespace) return false;
  return matches === null || matches(object);
}
