import { performance } from 'node:perf_hooks';
import { type Dispatcher, errors } from 'undici';
import { hideSecrets } from './hide-secrets.ts';
import { type DeliveryOutcome, NOT_ASKED, outcomeOfResponse } from './outcome.ts';
import { DENIED_ADDRESS, type Outlet } from './outlet.ts';

/** Everything that goes over the wire but the URL. */
export interface WireRequest {
  readonly method: 'POST' | 'PUT' | 'GET';
  readonly headers: Readonly<Record<string, string>>;
  /** Null with GET. */
  readonly body: string | null;
}

/** What a channel kind makes of a message. */
export interface OutgoingRequest extends WireRequest {
  readonly method: 'POST' | 'PUT';
  readonly body: string;
}

/** In real time: from the first byte sent to the last that is read. */
export const SEND_TIMEOUT_MS = 10_000;
/** Enough of an answer to tell what is wrong; the rest is thrown away unread. */
const ANSWER_BYTES = 4_096;

export interface SendOptions {
  readonly outlet: Outlet;
  /** Instant of the attempt, which Retry-After's dates are compared with. */
  readonly now: number;
  /** Shortened in tests. */
  readonly timeoutMs?: number;
}

/**
 * Sends one request within ten seconds in all and says what became of it. The status decides; of a
 * refusal's body the beginning is read, as far as it comes in time. Follows no redirect. Never
 * throws; no reason it gives holds the URL, a part of it, or the value of a header.
 */
export async function sendRequest(
  url: string,
  request: WireRequest,
  { outlet, now, timeoutMs = SEND_TIMEOUT_MS }: SendOptions,
): Promise<DeliveryOutcome> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    return { kind: 'rejected', reason: 'the value in the Secret is not an http or https URL', ...NOT_ASKED };
  }
  const { origin, hostname, pathname, search, username, password } = new URL(url);
  if (outlet.denied.denies(hostname.replace(/^\[|\]$/g, ''))) return DENIED;
  const authorization =
    username === ''
      ? {}
      : { authorization: basic(decodeURIComponent(username), decodeURIComponent(password)) };
  const headers = { 'user-agent': 'punctual', ...authorization, ...request.headers };
  const started = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await outlet.dispatcher.request({
      origin,
      path: pathname + search,
      method: request.method,
      headers,
      body: request.body,
      signal,
    });
    const status = response.statusCode;
    const latencyMs = Math.round(performance.now() - started);
    const body = isAccepted(status) ? discard(response.body) : await readStart(response.body);
    const retryAfter = response.headers['retry-after'];
    return outcomeOfResponse(
      {
        status,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
        body: hideSecrets(body, url, { headers }),
      },
      latencyMs,
      now,
    );
  } catch (error) {
    if (codeOf(error) === DENIED_ADDRESS) return DENIED;
    return {
      kind: 'retry',
      reason: signal.aborted ? `no answer within ${timeoutMs / 1_000} s` : describe(error),
      retryAfterMs: null,
      status: null,
      latencyMs: Math.round(performance.now() - started),
    };
  }
}

/** Only somebody who edits the Secret, the name's address or the setting can change this. */
const DENIED: DeliveryOutcome = {
  kind: 'rejected',
  reason: 'its host has an address in a network that messages are not sent to (--denied-networks)',
  ...NOT_ASKED,
};

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

function isAccepted(status: number): boolean {
  return status >= 200 && status < 300;
}

/** What a receiver says beside its 2xx changes nothing; read, so that the connection serves again, but not waited for. */
function discard(body: Dispatcher.ResponseData['body']): string {
  void body.dump({ limit: ANSWER_BYTES }).catch(() => {});
  return '';
}

/** As much as came before the cap, the timeout, or the end of the connection. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= ANSWER_BYTES) break;
    }
  } catch {
    // The status is known, and decides.
  }
  body.on('error', () => {}).destroy();
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
  UND_ERR_HEADERS_TIMEOUT: 'no answer came in time',
  CERT_HAS_EXPIRED: "the receiver's certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the receiver's certificate is self-signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the receiver's certificate cannot be verified",
  ERR_TLS_CERT_ALTNAME_INVALID: "the receiver's certificate is for another host",
};

/** By code alone: messages of network errors hold addresses. */
function describe(error: unknown): string {
  if (error instanceof errors.HTTPParserError) return 'the receiver answered something that is not HTTP';
  const code = codeOf(error);
  return NETWORK_REASONS[code] ?? `the request failed (${code})`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
