import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { inspect } from 'node:util';
import { ApiError } from './api-error.ts';
import type { ClusterAccess, TlsSettings } from './cluster-access.ts';
import { accessTo } from './testing.ts';
import { Transport } from './transport.ts';

interface Served extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

async function serve(listener: Listener, server: Server = createServer()): Promise<Served> {
  server.on('request', (request, response) => void listener(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function transportTo(url: string, access: Partial<ClusterAccess> = {}): Transport {
  return new Transport({ access: accessTo(url, access), headersTimeoutMs: 2_000 });
}

describe('a request', () => {
  test('is sent below the path of the server, with query, headers and body', async () => {
    let seen: unknown;
    await using server = await serve(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { method, url, headers } = request;
      const { accept, authorization } = headers;
      const body = Buffer.concat(chunks).toString();
      seen = { method, url, accept, authorization, type: headers['content-type'], body };
      response.end('{"ok":true}');
    });
    await using transport = transportTo(`${server.url}/k8s/clusters/c-1`, {
      headers: async () => ({ authorization: 'Bearer t' }),
    });
    const answer = await transport.json('/api/v1/pods', {
      method: 'PATCH',
      query: { labelSelector: 'a in (b, c)', limit: 5, watch: true },
      body: { ä: 1 },
      contentType: 'application/merge-patch+json',
    });
    assert.deepEqual(answer, { ok: true });
    assert.deepEqual(seen, {
      method: 'PATCH',
      url: '/k8s/clusters/c-1/api/v1/pods?labelSelector=a+in+%28b%2C+c%29&limit=5&watch=true',
      accept: 'application/json',
      authorization: 'Bearer t',
      type: 'application/merge-patch+json',
      body: '{"ä":1}',
    });
  });

  const STATUS = { kind: 'Status', code: 404, reason: 'NotFound', message: 'pods "a" not found' };
  const ERRORS: readonly {
    name: string;
    code: number;
    headers?: Record<string, string>;
    body?: string;
    error: object;
  }[] = [
    {
      name: 'a Status body',
      code: 404,
      body: JSON.stringify(STATUS),
      error: { code: 404, reason: 'NotFound', message: STATUS.message, retryAfterMs: null },
    },
    {
      name: 'no body',
      code: 503,
      error: { code: 503, reason: '', message: '503', retryAfterMs: null },
    },
    {
      name: 'HTML',
      code: 502,
      body: '<html>',
      error: { code: 502, reason: '', message: '502', retryAfterMs: null },
    },
    {
      name: 'a Retry-After header',
      code: 429,
      headers: { 'retry-after': '3' },
      error: { code: 429, reason: '', message: '429', retryAfterMs: 3_000 },
    },
    {
      name: 'retryAfterSeconds',
      code: 500,
      body: '{"reason":"ServerTimeout","details":{"retryAfterSeconds":2}}',
      error: { code: 500, reason: 'ServerTimeout', message: '500 ServerTimeout', retryAfterMs: 2_000 },
    },
    {
      name: 'a redirect, which is not followed,',
      code: 302,
      headers: { location: '/elsewhere' },
      error: { code: 302, reason: '', message: '302', retryAfterMs: null },
    },
  ];
  for (const { name, code, headers, body, error } of ERRORS) {
    test(`answered with ${code} and ${name} becomes an ApiError`, async () => {
      await using server = await serve((_, response) => response.writeHead(code, headers).end(body));
      await using transport = transportTo(server.url);
      await assert.rejects(transport.request('/x'), (thrown) => {
        assert.ok(thrown instanceof ApiError);
        const { code, reason, message, retryAfterMs } = thrown;
        assert.deepEqual({ code, reason, message, retryAfterMs }, error);
        return true;
      });
    });
  }

  test('answered with 401 has the credentials read anew for the next one', async () => {
    let token = 'old';
    await using server = await serve((request, response) => {
      response.writeHead(request.headers.authorization === 'Bearer new' ? 200 : 401).end('{}');
    });
    await using transport = transportTo(server.url, {
      headers: async () => ({ authorization: `Bearer ${token}` }),
      refused: () => (token = 'new'),
    });
    await assert.rejects(transport.json('/x'), { code: 401 });
    assert.deepEqual(await transport.json('/x'), {});
  });

  test('answered with 200 and no JSON is an error that does not repeat the body', async () => {
    await using server = await serve((_, response) => response.end('<html>hunter2'));
    await using transport = transportTo(server.url);
    await assert.rejects(transport.json('/x'), (error) => !inspect(error).includes('hunter2'));
  });

  test('that fails shows no credential', async () => {
    await using transport = transportTo('http://127.0.0.1:1', {
      headers: async () => ({ authorization: 'Bearer hunter2' }),
    });
    await assert.rejects(transport.json('/x'), (error) => !inspect(error, { depth: 9 }).includes('hunter2'));
  });

  test('that is not answered fails in time', async () => {
    await using server = await serve(() => {});
    await using transport = new Transport({ access: accessTo(server.url), headersTimeoutMs: 50 });
    await assert.rejects(transport.json('/x'), { code: 'UND_ERR_HEADERS_TIMEOUT' });
  });

  test('is broken off by its signal, while its body flows', async () => {
    const closed = Promise.withResolvers<void>();
    await using server = await serve((_, response) => {
      response.on('close', closed.resolve).write('begin');
    });
    await using transport = transportTo(server.url);
    const abort = new AbortController();
    const { body } = await transport.request('/x', { signal: abort.signal });
    await assert.rejects(
      (async () => {
        for await (const _ of body) abort.abort();
      })(),
      { name: 'AbortError' },
    );
    await closed.promise;
  });

  test('under way is broken off by close, and later ones are refused', async () => {
    const arrived = Promise.withResolvers<void>();
    await using server = await serve(() => arrived.resolve());
    const transport = transportTo(server.url);
    const refused = assert.rejects(transport.json('/x'));
    await arrived.promise;
    await transport.close();
    await refused;
    await assert.rejects(transport.json('/x'), /is closed/);
  });
});

test('connections are kept from one request to the next', async () => {
  const ports = new Set<number | undefined>();
  await using server = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    response.end('{}');
  });
  await using transport = transportTo(server.url);
  for (let count = 0; count < 20; count++) await transport.json('/x');
  // Two, since a request may begin in the moment in which the one before it ends.
  assert.ok(ports.size <= 2, `${ports.size} connections`);
});

test('a plain HTTP server is reached through its proxy', async () => {
  const asked: string[] = [];
  await using proxy = await serve((request, response) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization']}`);
    response.end('{"via":"proxy"}');
  });
  await using transport = transportTo('http://cluster.invalid:6443', {
    proxyUrl: `http://ada:pw@127.0.0.1:${proxy.port}`,
  });
  assert.deepEqual(await transport.json('/api'), { via: 'proxy' });
  const basic = Buffer.from('ada:pw').toString('base64');
  assert.deepEqual(asked, [`http://cluster.invalid:6443/api Basic ${basic}`]);
});

const openssl = hasOpenssl();
const options = openssl ? {} : { skip: 'there is no openssl to make certificates with' };

describe('TLS', options, () => {
  const directory = mkdtempSync(join(tmpdir(), 'punctual-tls-'));
  after(() => rmSync(directory, { recursive: true }));
  const ca = openssl ? certificate('ca', null) : NONE;
  const serverPair = openssl ? certificate('cluster.internal', 'ca') : NONE;
  const first = openssl ? certificate('first', 'ca') : NONE;
  const second = openssl ? certificate('second', 'ca') : NONE;

  /** Answers with the name of the client's certificate. */
  function serveTls(): Promise<Served> {
    const server = createTlsServer({
      ...serverPair,
      ca: ca.cert,
      requestCert: true,
      rejectUnauthorized: false,
    });
    return serve((request, response) => {
      const { subject } = (request.socket as TLSSocket).getPeerCertificate();
      response.end(JSON.stringify({ client: subject?.CN ?? null, port: request.socket.remotePort }));
    }, server);
  }

  async function ask(port: number, tls: TlsSettings): Promise<unknown> {
    await using transport = transportTo(`https://127.0.0.1:${port}`, { tls: async () => tls });
    return (await transport.json<{ client: unknown }>('/x')).client;
  }

  const trusted: TlsSettings = { ca: ca.cert, servername: 'cluster.internal' };

  test('trusts the CA of the kubeconfig and the name of tls-server-name', async () => {
    await using server = await serveTls();
    assert.equal(await ask(server.port, trusted), null);
  });

  test('refuses a server of another CA, and one of another name', async () => {
    await using server = await serveTls();
    await assert.rejects(ask(server.port, { servername: 'cluster.internal' }), /certificate/);
    await assert.rejects(ask(server.port, { ca: ca.cert, servername: 'other' }), /altnames/);
  });

  test('takes any server with insecure-skip-tls-verify', async () => {
    await using server = await serveTls();
    assert.equal(await ask(server.port, { rejectUnauthorized: false }), null);
  });

  test('presents the client certificate, and a new one on a new connection once it changed', async () => {
    await using server = await serveTls();
    let pair = first;
    await using transport = transportTo(`https://127.0.0.1:${server.port}`, {
      tls: async () => ({ ...trusted, ...pair }),
    });
    const ask = () => transport.json<{ client: string; port: number }>('/x');
    const before = [await ask(), await ask(), await ask()];
    pair = second;
    const later = await ask();
    assert.deepEqual(
      before.map(({ client }) => client),
      ['first', 'first', 'first'],
    );
    assert.equal(later.client, 'second');
    assert.ok(before.every(({ port }) => port !== later.port));
  });

  test('a request under way goes on while the certificate changes', async () => {
    const finish = Promise.withResolvers<void>();
    await using server = await serve(
      async (request, response) => {
        if (request.url === '/watch') {
          response.write('a');
          await finish.promise;
        }
        response.end('{}');
      },
      createTlsServer({ ...serverPair, ca: ca.cert, requestCert: true }),
    );
    let pair = first;
    await using transport = transportTo(`https://127.0.0.1:${server.port}`, {
      tls: async () => ({ ...trusted, ...pair }),
    });
    const { body } = await transport.request('/watch');
    pair = second;
    await transport.json('/x');
    finish.resolve();
    let text = '';
    for await (const chunk of body) text += chunk.toString();
    assert.equal(text, 'a{}');
  });

  test('goes through the tunnel of a proxy, with trust and certificate of the cluster', async () => {
    await using server = await serveTls();
    const asked: string[] = [];
    const tunnel = createServer().on('connect', (request, socket) => {
      asked.push(request.url!);
      const upstream = connect(server.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        upstream.pipe(socket).pipe(upstream);
      });
      upstream.on('error', () => {});
      socket.on('error', () => {});
      socket.on('close', () => upstream.destroy());
    });
    await using proxy = await serve(() => {}, tunnel);
    await using transport = transportTo('https://cluster.invalid:6443', {
      proxyUrl: proxy.url,
      tls: async () => ({ ...trusted, ...first }),
    });
    assert.equal((await transport.json<{ client: string }>('/x')).client, 'first');
    assert.deepEqual(asked, ['cluster.invalid:6443']);
  });

  /** A key and a certificate for `name`, signed by `issuer` or by itself. */
  function certificate(name: string, issuer: string | null): { cert: Buffer; key: Buffer } {
    const path = (end: string, of = name) => join(directory, `${of}.${end}`);
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
    const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const signer = issuer ? ['-CA', path('crt', issuer), '-CAkey', path('key', issuer)] : [];
    const files = ['-keyout', path('key'), '-out', path('crt')];
    execFileSync('openssl', ['req', '-x509', '-days', '2', ...newKey, ...subject, ...signer, ...files], {
      stdio: 'ignore',
    });
    return { cert: readFileSync(path('crt')), key: readFileSync(path('key')) };
  }
});

const NONE = { cert: Buffer.alloc(0), key: Buffer.alloc(0) };

/** Since 3.0 `openssl req -x509` can sign with a CA. */
function hasOpenssl(): boolean {
  try {
    return /^OpenSSL [3-9]/.test(execFileSync('openssl', ['version'], { encoding: 'utf8' }));
  } catch {
    return false;
  }
}
