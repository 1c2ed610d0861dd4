import type { ErrorBody } from '../../src/api/contract/error.ts';

/** An answer with the entity tag under which the service can say that it still holds. */
export interface Answer<T> {
  readonly body: T;
  /** Null when the service sent none. */
  readonly etag: string | null;
}

/** The service refused a request or could not be reached. */
export class RequestError extends Error {
  /** The API's error code, or `unreachable` or `not_json` when no answer of the API came. */
  readonly code: ErrorBody['error'] | 'unreachable' | 'not_json';
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null;

  constructor(code: RequestError['code'], status: number | null, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RequestError';
    this.code = code;
    this.status = status;
  }
}

/** Longer than any answer takes, shorter than a reader's patience. */
const TIMEOUT_MS = 15_000;

/**
 * GET of a JSON resource. With a previous answer it asks with If-None-Match by hand, since the
 * browser's own revalidation would hand over and parse the whole body again, and returns that very
 * answer when it still holds. Throws RequestError, or the signal's reason when aborted.
 */
export async function getJson<T>(
  path: string,
  options: { readonly signal: AbortSignal; readonly previous?: Answer<T> | undefined },
): Promise<Answer<T>> {
  const { previous, signal } = options;
  const headers = new Headers({ accept: 'application/json' });
  if (previous?.etag) headers.set('if-none-match', previous.etag);
  const response = await send(path, { headers, cache: 'no-store' }, signal);
  if (response.status === 304 && previous) return previous;
  if (!response.ok) throw await refusalOf(response);
  return { body: await readJson<T>(response), etag: response.headers.get('etag') };
}

/** POST without or with a JSON body; `timeoutMs` is for what takes long. Throws RequestError. */
export async function postJson<T>(path: string, body?: unknown, timeoutMs = TIMEOUT_MS): Promise<T> {
  const init: RequestInit =
    body === undefined
      ? { method: 'POST' }
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await send(path, init, undefined, timeoutMs);
  if (!response.ok) throw await refusalOf(response);
  return readJson<T>(response);
}

async function send(
  path: string,
  init: RequestInit,
  signal?: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(path, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    const message = timeout.aborted
      ? 'The service did not answer in time.'
      : 'The service cannot be reached.';
    throw new RequestError('unreachable', null, message, cause);
  }
}

async function refusalOf(response: Response): Promise<RequestError> {
  const body: Partial<ErrorBody> = await response.json().catch(() => ({}));
  // A proxy in between answers in its own words; only the API's body is quoted.
  if (typeof body.error !== 'string' || typeof body.message !== 'string') {
    return new RequestError(
      'not_json',
      response.status,
      `The service answered with status ${response.status}.`,
    );
  }
  return new RequestError(body.error, response.status, body.message);
}

async function readJson<T>(response: Response): Promise<T> {
  try {
    return await response.json();
  } catch (cause) {
    throw new RequestError('not_json', response.status, 'The answer was cut off or is no JSON.', cause);
  }
}
