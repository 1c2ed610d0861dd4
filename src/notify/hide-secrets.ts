import type { WireRequest } from './send-request.ts';

const HIDDEN = '[hidden]';
/** Shorter parts are words like `hooks` or `api`, which give nothing away. */
const SHORTEST_PART = 8;

/**
 * A receiver's answer without what we sent it in confidence: many servers quote the path that they did
 * not find, or the credentials that they did not like. Takes out the URL, its path and query as a
 * whole and in parts, and the values of headers.
 */
export function hideSecrets(answer: string, url: string, request: Pick<WireRequest, 'headers'>): string {
  const secrets = [...partsOf(new URL(url)), ...valuesOf(request.headers)];
  return secrets
    .flatMap((secret) => [secret, decoded(secret)])
    .filter((secret) => secret.length >= SHORTEST_PART)
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, secret) => text.replaceAll(secret, HIDDEN), answer);
}

function partsOf({ href, host, pathname, search, searchParams, username, password }: URL): string[] {
  return [
    href,
    host + pathname + search,
    pathname + search,
    pathname,
    ...pathname.split('/'),
    ...searchParams.values(),
    username,
    password,
  ];
}

/** `Bearer abc` is hidden as a whole and without its scheme. */
function valuesOf(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => name !== 'content-type' && name !== 'idempotency-key')
    .flatMap(([, value]) => [value, ...value.split(/\s+/)]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
