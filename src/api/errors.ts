import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, ErrorCode } from './contract/error.ts';

type Details = ErrorBody['details'];

const STATUS: Readonly<Record<ErrorCode, number>> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  request_timeout: 408,
  refused: 409,
  headers_too_large: 431,
  internal_error: 500,
};

/** An answer that is no success, thrown by whoever finds out; `toAnswer` writes its body. */
export class RequestError extends Error {
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly details: Details;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message);
    this.code = code;
    this.statusCode = STATUS[code];
    this.details = details;
  }
}

/** Answers every error of the server with the specified body, and logs those that are faults of ours. */
export function answerError(
  error: FastifyError | RequestError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const answer = toRequestError(error, request);
  if (answer.code === 'internal_error')
    request.log.error({ err: error, requestId: request.id }, 'request failed');
  const body: ErrorBody = { error: answer.code, message: answer.message, details: answer.details };
  // Of an export that failed before its first row: its error is no file to save.
  reply.removeHeader('content-disposition');
  if (answer.code === 'unauthorized') reply.header('www-authenticate', 'Bearer');
  void reply.code(answer.statusCode).type('application/json; charset=utf-8').send(body);
}

/** What a path answers that leads nowhere, or not with this method. */
export function unknownRoute(request: FastifyRequest): RequestError {
  const path = request.url.split('?', 1)[0]!;
  return new RequestError('not_found', `There is no ${request.method} ${path}.`, {
    method: request.method,
    path,
  });
}

/** What every path of a CronJob answers that was never seen. */
export function unknownCronJob(cronJob: { readonly namespace: string; readonly name: string }): RequestError {
  const { namespace, name } = cronJob;
  return new RequestError('not_found', `There is no CronJob ${namespace}/${name}.`, { namespace, name });
}

/** What is answered where the server cannot make out a part of a request, before any schema is asked. */
export function unreadable(field: 'request' | 'path' | 'body'): RequestError {
  return new RequestError('bad_request', `The ${field} cannot be read.`, { field });
}

function toRequestError(error: FastifyError | RequestError, request: FastifyRequest): RequestError {
  if (error instanceof RequestError) return error;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new RequestError('bad_request', 'The body is larger than 64 KiB.', { field: 'body' });
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    return unreadable(error.code.startsWith('FST_ERR_CTP_') ? 'body' : 'path');
  }
  return new RequestError('internal_error', 'The server failed to answer. Its log has the request id.', {
    requestId: request.id,
  });
}
