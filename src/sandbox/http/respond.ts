import type { ServerResponse } from 'node:http';
import type { StatusError } from '../cluster-types.ts';
import { failureStatus } from './status-body.ts';

export function sendJson(response: ServerResponse, code: number, body: unknown): void {
  const text = Buffer.from(JSON.stringify(body));
  response.writeHead(code, { 'content-type': 'application/json', 'content-length': text.length });
  response.end(text);
}

export function sendText(response: ServerResponse, code: number, text: string): void {
  response.writeHead(code, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}

/** A Status body; when the answer has begun already, its connection is dropped instead. */
export function sendFailure(response: ServerResponse, error: StatusError): void {
  if (response.headersSent) response.destroy();
  else sendJson(response, error.code, failureStatus(error));
}
