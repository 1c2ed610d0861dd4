import type { IncomingHttpHeaders } from 'node:http';
import { RequestError } from './errors.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a method asks for nothing to be changed. */
export function isReading(method: string): boolean {
  return READING.has(method);
}

/**
 * Throws a RequestError (403) when a page of another origin asks to change something: with a reader's
 * port-forward open, every page in their browser could. Programs send neither header and pass.
 */
export function refuseOtherOrigins(request: {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}): void {
  if (isReading(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  const fromElsewhere = site === 'cross-site' || site === 'same-site';
  if (fromElsewhere || !isOwnOrigin(request.headers.origin, request.headers.host)) {
    throw new RequestError('forbidden', 'A page of another origin cannot change anything here.');
  }
}

/** The scheme is not compared: an ingress that ends TLS hides it from us. */
function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  // `null`, the origin of sandboxed pages and local files, is no URL and so nobody's own.
  return URL.parse(origin)?.host === withoutDefaultPort(host, origin);
}

function withoutDefaultPort(host: string | undefined, origin: string): string | undefined {
  return URL.parse(`${origin.split(':', 1)[0]}://${host}`)?.host;
}
