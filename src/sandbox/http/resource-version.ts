import { StatusError } from '../cluster-types.ts';
import { badRequest } from '../status-errors.ts';

/** The resourceVersion of a query; 0 when it is absent or empty. Throws BadRequest when it is none. */
export function parseResourceVersion(text: string | null): number {
  if (text === null || text === '') return 0;
  if (!/^\d{1,15}$/.test(text)) {
    throw badRequest(`Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing: invalid syntax`);
  }
  return Number(text);
}

/** A client that is ahead of the server, for instance after the world was reset. */
export function tooLarge(wanted: number, current: number): StatusError {
  const message = `Timeout: Too large resource version: ${wanted}, current: ${current}`;
  return new StatusError(504, 'Timeout', message, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  });
}

/** The changes after `wanted` are no longer known: the client has to list again. */
export function tooOld(wanted: number, current: number): StatusError {
  return new StatusError(410, 'Expired', `too old resource version: ${wanted} (${current})`);
}
