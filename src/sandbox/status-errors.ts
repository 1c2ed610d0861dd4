import { type ResourceType, StatusError } from './cluster-types.ts';
import { qualifiedName } from './resource-types.ts';

/** One thing wrong with an object, with the words that the real API server uses. */
export interface FieldError {
  readonly reason:
    | 'FieldValueRequired'
    | 'FieldValueInvalid'
    | 'FieldValueNotSupported'
    | 'FieldValueForbidden'
    | 'FieldValueTypeInvalid';
  /** Path of the field: `spec.jobTemplate.spec.template.spec.containers[0].name`. */
  readonly field: string;
  readonly message: string;
}

export function notFound(type: Pick<ResourceType, 'group' | 'resource'>, name: string): StatusError {
  return new StatusError(404, 'NotFound', `${qualifiedName(type)} "${name}" not found`, {
    name,
    ...(type.group === '' ? {} : { group: type.group }),
    kind: type.resource,
  });
}

export function alreadyExists(type: ResourceType, name: string): StatusError {
  return new StatusError(409, 'AlreadyExists', `${qualifiedName(type)} "${name}" already exists`, {
    name,
    ...(type.group === '' ? {} : { group: type.group }),
    kind: type.resource,
  });
}

/** The write lost a race: `why` says which precondition did not hold. */
export function conflict(type: ResourceType, name: string, why: string): StatusError {
  return new StatusError(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${qualifiedName(type)} "${name}": ${why}`,
    { name, ...(type.group === '' ? {} : { group: type.group }), kind: type.resource },
  );
}

export function badRequest(message: string): StatusError {
  return new StatusError(400, 'BadRequest', message);
}

export function forbidden(type: ResourceType, name: string, why: string): StatusError {
  return new StatusError(403, 'Forbidden', `${qualifiedName(type)} "${name}" is forbidden: ${why}`, {
    name,
    ...(type.group === '' ? {} : { group: type.group }),
    kind: type.resource,
  });
}

/** 422 with every problem as a cause. `errors` must not be empty. */
export function invalid(type: ResourceType, name: string, errors: readonly FieldError[]): StatusError {
  const texts = [...new Set(errors.map(({ field, message }) => `${field}: ${message}`))];
  const text = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  const kind = type.group === '' ? type.kind : `${type.kind}.${type.group}`;
  return new StatusError(422, 'Invalid', `${kind} "${name}" is invalid: ${text}`, {
    name,
    ...(type.group === '' ? {} : { group: type.group }),
    kind: type.kind,
    causes: errors.map(({ reason, message, field }) => ({ reason, message, field })),
  });
}

/** 422 for a query whose parameters do not go together. */
export function invalidQuery(field: string, why: string): StatusError {
  const message = `Forbidden: ${why}`;
  return new StatusError(422, 'Invalid', `ListOptions.meta.k8s.io "" is invalid: ${field}: ${message}`, {
    group: 'meta.k8s.io',
    kind: 'ListOptions',
    causes: [{ reason: 'FieldValueForbidden', message, field }],
  });
}
