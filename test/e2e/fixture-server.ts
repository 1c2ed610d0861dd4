import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { FixtureWorld } from './fixture-world.ts';

const DIST = join(import.meta.dirname, '../../dist/ui');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'";

/** A server that hands out the built dashboard and answers of the API's shape from a world of data. */
export interface FixtureServer {
  readonly origin: string;
  /** The requests to /api that came so far, as `METHOD path status`. */
  readonly requests: readonly string[];
  /** From now on every request to /api fails with 500, or no longer. */
  fail(failing: boolean): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts it on a free port of the loopback interface, or on the given one. */
export async function startFixtureServer(world: FixtureWorld, port = 0): Promise<FixtureServer> {
  const requests: string[] = [];
  let failing = false;
  const server = createServer((request, response) => {
    void (request.url!.startsWith('/api/') ? answerApi(request, response) : sendFile(request, response));
  });

  function answerApi(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url!, 'http://fixture');
    const answer = failing ? { status: 500, body: FAILURE } : world.answer(request.method!, url);
    const text = JSON.stringify(answer.body);
    const etag = `"${Buffer.from(text).toString('base64').slice(-24)}${text.length}"`;
    const unchanged = answer.status === 200 && request.headers['if-none-match'] === etag;
    const status = unchanged ? 304 : answer.status;
    requests.push(`${request.method} ${url.pathname}${url.search} ${status}`);
    response.writeHead(status, { 'content-type': 'application/json', etag, 'cache-control': 'no-cache' });
    response.end(unchanged ? undefined : text);
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail: (value) => {
      failing = value;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const FAILURE = { error: 'internal_error', message: 'Something went wrong.', details: {} };

async function sendFile(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url!, 'http://fixture').pathname;
  // Every address without a file extension is a page, and all pages are one document.
  const file = extname(path) === '' ? '/index.html' : path;
  try {
    const content = await readFile(join(DIST, file));
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': POLICY,
    });
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
}
