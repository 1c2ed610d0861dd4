import { request as httpRequest } from 'node:http';

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
