import { createHmac } from 'node:crypto';

/** Value of X-Punctual-Signature: `sha256=` and the HMAC-SHA256 of the body as sent, in hex. */
export function signature(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}`;
}
