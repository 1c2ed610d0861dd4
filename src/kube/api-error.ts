/** The cluster's API answered with a status other than 2xx, or sent an ERROR event on a watch. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status. */
  readonly code: number;
  /** The reason of the Status body (`NotFound`, `Expired`…); empty when the body was none. */
  readonly reason: string;
  /** How long the server asked to be left alone; null when it did not. */
  readonly retryAfterMs: number | null;

  constructor(code: number, reason: string, message: string, retryAfterMs: number | null = null) {
    super(message || `${code} ${reason}`.trim());
    this.code = code;
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The fields of a Kubernetes Status body that an error is made of. */
export interface StatusBody {
  readonly code?: unknown;
  readonly reason?: unknown;
  readonly message?: unknown;
  readonly details?: { readonly retryAfterSeconds?: unknown } | null;
}

/** An ApiError of status `code`; a Retry-After header goes before what the body says. */
export function toApiError(code: number, status: StatusBody, retryAfterHeader?: string): ApiError {
  const seconds = Number(retryAfterHeader ?? status.details?.retryAfterSeconds);
  return new ApiError(
    code,
    typeof status.reason === 'string' ? status.reason : '',
    typeof status.message === 'string' ? status.message : '',
    seconds > 0 ? seconds * 1_000 : null,
  );
}

/**
 * Whether the resourceVersion or continue token that was sent cannot be served: too old, or, after a
 * cluster was restored from a backup, from a future that never was.
 */
export function isExpired(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === 504) return error.message.includes('Too large resource version');
  return error.code === 410 || error.reason === 'Expired' || error.reason === 'Gone';
}

/** Whether the thing asked for, or its whole resource kind, is not there. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 404;
}
