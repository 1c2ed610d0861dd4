import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * An onSend hook: stamps every successful JSON answer to a GET with a weak ETag, and answers 304 without the body
 * to those who have it already. The tag is the one that `stored-answer.ts` gave, else one over the body.
 */
export async function answerUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return payload;
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const etag = request.storedAnswer?.tag() ?? `W/"${hash('sha1', payload, 'base64url')}"`;
  stamp(reply, etag);
  if (!isKnown(etag, request.headers['if-none-match'])) return payload;
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return null;
}

/** Gives the answer its tag, and has it asked for again each time. */
export function stamp(reply: FastifyReply, etag: string): void {
  reply.header('etag', etag).header('cache-control', 'no-cache');
}

/** The opaque parts of the tags of an If-None-Match header: in a weak comparison `W/` does not count (RFC 9110). */
export function opaqueTags(ifNoneMatch: string): string[] {
  return ifNoneMatch.split(',').map((each) => each.trim().replace(/^W\//, ''));
}

/** Whether who sent the If-None-Match header has the answer of that tag. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || opaqueTags(ifNoneMatch).includes(etag.slice(2));
}
