import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import type { ErrorBody } from './contract/error.ts';
import { RequestError, unreadable } from './errors.ts';

/**
 * Answers, with the body of every other error, a client whose bytes never became a request that a route could
 * see, and hangs up: it is too slow, sends too long a head, or does not speak HTTP.
 */
export function answerClientError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(toResponse(toRequestError(error.code)));
  socket.destroy();
}

function toRequestError(code: string): RequestError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new RequestError('request_timeout', 'The request did not arrive in time.');
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new RequestError('headers_too_large', 'The headers are larger than 16 KiB.');
  }
  return unreadable('request');
}

/** Written by hand: there is no request, and so no reply that would write it. */
function toResponse({ statusCode, code, message, details }: RequestError): string {
  const body = JSON.stringify({ error: code, message, details } satisfies ErrorBody);
  return [
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'connection: close',
    '',
    body,
  ].join('\r\n');
}
