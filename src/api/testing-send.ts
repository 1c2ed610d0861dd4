import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
  readonly raw: Buffer;
}

/** What a request carries beside its path; GET with nothing by default. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Sends a request by node:http rather than by fetch, which sets Host, Origin and Sec-Fetch-Site by its own rules. */
export function send(origin: string, path: string, sent: Sent = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = sent;
  return new Promise((resolve, reject) => {
    const request = httpRequest(origin + path, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const raw = Buffer.concat(chunks);
        resolve({ status: response.statusCode!, headers: response.headers, body: raw.toString(), raw });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/**
 * All that comes back over a connection on which `write` sends bytes, until the server hangs up. For requests that no
 * HTTP client would make: paths as they stand, heads without an end.
 */
export async function converse(origin: string, write: (socket: Socket) => void): Promise<string> {
  const { port } = new URL(origin);
  const socket = connect(Number(port), '127.0.0.1', () => write(socket));
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch (error) {
    // Who is still writing when the server hangs up is told so by a reset.
    if (!['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  return Buffer.concat(chunks).toString();
}
