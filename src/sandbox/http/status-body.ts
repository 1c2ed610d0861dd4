import type { StatusError } from '../cluster-types.ts';

/** The body that tells of a failure. */
export function failureStatus(error: StatusError): Record<string, unknown> {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: error.message,
    reason: error.reason,
    ...(error.details === undefined ? {} : { details: error.details }),
    code: error.code,
  };
}

/** The body that tells of something deleted. */
export function successStatus(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
}
