import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { SecretText } from '../lib/secret-text.ts';
import { RequestError } from './errors.ts';
import { isReading, refuseOtherOrigins } from './same-origin.ts';

/** Who may do what. By default everybody who reaches the port may do everything. */
export interface Access {
  /** Asked for as `Authorization: Bearer …`, for changes alone or for everything but the probes. */
  readonly token: { readonly value: SecretText; readonly guards: 'writes' | 'all' } | null;
  /** Refuses every change. */
  readonly readOnly: boolean;
  /** The header, in lower case, in which an authenticating proxy names the user; null trusts none. */
  readonly userHeader: string | null;
  /** Host names that the service answers to, beside addresses and localhost; empty for any name. */
  readonly allowedHosts: readonly string[];
}

export const OPEN_ACCESS: Access = { token: null, readOnly: false, userHeader: null, allowedHosts: [] };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A POST that only computes: it is no change, and stands in no audit. */
    changesNothing?: boolean;
  }
}

/** What the kubelet asks without credentials. */
const PROBES = new Set(['/healthz', '/readyz']);

/**
 * Throws a RequestError when the request may not be answered: 403 for a host name that is not
 * allowed (a name of an attacker's that resolves to us would let their page read), for a page of
 * another origin, and for a change in read-only mode; 401 without the token.
 */
export function checkAccess(access: Access, request: FastifyRequest): void {
  if (PROBES.has(request.url)) return;
  refuseOtherHosts(access, request.hostname);
  refuseOtherOrigins(request);
  const changes = isChange(request);
  if (changes && access.readOnly) {
    throw new RequestError('forbidden', 'This Punctual is read-only (--read-only).');
  }
  const { token } = access;
  if (token !== null && (changes || token.guards === 'all')) {
    askForToken(token.value, request.headers.authorization);
  }
}

/** Whether the request asks to change something. */
export function isChange(request: Pick<FastifyRequest, 'method' | 'routeOptions'>): boolean {
  return !isReading(request.method) && request.routeOptions.config.changesNothing !== true;
}

/** Who asks, as the proxy in front says; null when nobody says. */
export function userOf({ userHeader }: Access, request: Pick<FastifyRequest, 'headers'>): string | null {
  const value = userHeader === null ? undefined : request.headers[userHeader];
  return typeof value === 'string' && value !== '' ? value.slice(0, LONGEST_USER) : null;
}

const LONGEST_USER = 200;

function refuseOtherHosts({ allowedHosts }: Access, hostname: string): void {
  if (allowedHosts.length === 0) return;
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 || host === 'localhost' || allowedHosts.includes(host)) return;
  throw new RequestError('forbidden', 'The service does not answer to this host name (--allowed-hosts).');
}

/** Digests of equal length, so that the time of the comparison tells nothing. */
function askForToken(token: SecretText, header: string | undefined): void {
  const given = /^Bearer +(.+)$/i.exec(header ?? '')?.[1] ?? '';
  if (timingSafeEqual(digest(given), digest(token.reveal()))) return;
  throw new RequestError('unauthorized', 'Give the access token as "Authorization: Bearer <token>".');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
