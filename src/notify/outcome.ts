/** How a receiver answered. */
export interface Answered {
  /** Null where no answer came. */
  readonly status: number | null;
  /** Until the answer, or until none was awaited any more; null when nothing was sent. */
  readonly latencyMs: number | null;
}

/** No request was made. */
export const NOT_ASKED: Answered = { status: null, latencyMs: null };

/** How one attempt to deliver a message ended. Reasons never hold a URL, a header or a body we sent. */
export type DeliveryOutcome =
  | { readonly kind: 'delivered'; readonly status: number; readonly latencyMs: number }
  | ({
      readonly kind: 'retry';
      readonly reason: string;
      /** What the receiver asked for; null when it asked for nothing. */
      readonly retryAfterMs: number | null;
    } & Answered)
  | ({ readonly kind: 'rejected'; readonly reason: string } & Answered);

/** The receiver's last word, as far as it fits into an error: one line, capped. */
const EXCERPT_CHARS = 200;

/**
 * What a receiver's answer means: 2xx is delivered; 408, 429 and 5xx are worth another try, after
 * Retry-After where it is given (seconds or an HTTP date); everything else will not change by itself.
 */
export function outcomeOfResponse(
  response: { readonly status: number; readonly retryAfter: string | null; readonly body: string },
  latencyMs: number,
  now: number,
): DeliveryOutcome {
  const { status } = response;
  if (status >= 200 && status < 300) return { kind: 'delivered', status, latencyMs };
  if (status === 408 || status === 429 || status >= 500) {
    return {
      kind: 'retry',
      reason: describe(response),
      retryAfterMs: parseRetryAfter(response.retryAfter, now),
      status,
      latencyMs,
    };
  }
  if (status >= 300 && status < 400) {
    return {
      kind: 'rejected',
      reason: `the receiver redirects (HTTP ${status}); redirects are not followed`,
      status,
      latencyMs,
    };
  }
  return { kind: 'rejected', reason: describe(response), status, latencyMs };
}

/** Milliseconds from now; null when absent, unreadable or past. */
export function parseRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  const wait = /^\s*\d+\s*$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Number.isFinite(wait) && wait > 0 ? wait : null;
}

function describe({ status, body }: { readonly status: number; readonly body: string }): string {
  const excerpt = body
    .replace(/https?:\/\/\S+/gi, '[url]')
    // oxlint-disable-next-line no-control-regex -- control characters are what must go
    .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, EXCERPT_CHARS);
  return excerpt === ''
    ? `the receiver answered HTTP ${status}`
    : `the receiver answered HTTP ${status}: ${excerpt}`;
}
