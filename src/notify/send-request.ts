import { performance } from 'node:perf_hooks';
import type { Dispatcher } from 'undici';
import { type DeliveryOutcome, outcomeOfResponse } from './outcome.ts';

/** What a channel kind makes of a message: everything that goes over the wire but the URL. */
export interface OutgoingRequest {
  readonly method: 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const TIMEOUT_MS = 10_000;
/** Enough of an answer to tell what is wrong; the rest is thrown away unread. */
const ANSWER_BYTES = 4_096;

/**
 * Sends one request within ten seconds in all and says what became of it. Follows no redirect. Never
 * throws; no reason it gives holds the URL.
 */
export async function sendRequest(
  dispatcher: Dispatcher,
  url: string,
  request: OutgoingRequest,
  now: number,
): Promise<DeliveryOutcome> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    return { kind: 'rejected', reason: 'the value in the Secret is not an http or https URL' };
  }
  const { origin, pathname, search, username, password } = new URL(url);
  const authorization =
    username === ''
      ? {}
      : { authorization: basic(decodeURIComponent(username), decodeURIComponent(password)) };
  const started = performance.now();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await dispatcher.request({
      origin,
      path: pathname + search,
      method: request.method,
      headers: { 'user-agent': 'punctual', ...authorization, ...request.headers },
      body: request.body,
      signal,
    });
    const body = await readStart(response.body);
    const retryAfter = response.headers['retry-after'];
    return outcomeOfResponse(
      { status: response.statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : null, body },
      Math.round(performance.now() - started),
      now,
    );
  } catch (error) {
    return {
      kind: 'retry',
      reason: signal.aborted ? 'no answer within 10 s' : describe(error),
      retryAfterMs: null,
    };
  }
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

async function readStart(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= ANSWER_BYTES) break;
  }
  body.destroy();
  return Buffer.concat(chunks).toString('utf8', 0, Math.min(size, ANSWER_BYTES));
}

const NETWORK_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'the host name does not resolve',
  EAI_AGAIN: 'the host name does not resolve at the moment',
  ETIMEDOUT: 'the connection timed out',
  EPIPE: 'the connection was closed while sending',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_SOCKET: 'the connection was closed before an answer',
  UND_ERR_HEADERS_TIMEOUT: 'no answer within 10 s',
  CERT_HAS_EXPIRED: "the receiver's certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the receiver's certificate is self-signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the receiver's certificate cannot be verified",
  ERR_TLS_CERT_ALTNAME_INVALID: "the receiver's certificate is for another host",
};

/** By code alone: messages of network errors hold addresses. */
function describe(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return NETWORK_REASONS[code] ?? `the request failed (${code})`;
}
