import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ErrorBody } from './contract/error.ts';
import { startServer } from './testing.ts';
import { converse, send } from './testing-send.ts';

const CASES: readonly {
  readonly name: string;
  readonly bytes: string;
  readonly status: number;
  readonly error: ErrorBody['error'];
}[] = [
  { name: 'bytes that are no HTTP', bytes: 'HELO\r\n\r\n', status: 400, error: 'bad_request' },
  {
    name: 'a path that does not begin at the root',
    bytes: 'GET ../secret.txt HTTP/1.1\r\nHost: punctual\r\n\r\n',
    status: 400,
    error: 'bad_request',
  },
  {
    name: 'one header above 16 KiB',
    bytes: `GET /healthz HTTP/1.1\r\nHost: punctual\r\nCookie: ${'x'.repeat(16_384)}\r\n\r\n`,
    status: 431,
    error: 'headers_too_large',
  },
  {
    name: 'many headers that are above 16 KiB together',
    bytes: `GET /healthz HTTP/1.1\r\nHost: punctual\r\n${`X-Many: ${'x'.repeat(100)}\r\n`.repeat(160)}\r\n`,
    status: 431,
    error: 'headers_too_large',
  },
  {
    name: 'a path above 16 KiB',
    bytes: `GET /${'x'.repeat(16_384)} HTTP/1.1\r\nHost: punctual\r\n\r\n`,
    status: 431,
    error: 'headers_too_large',
  },
  {
    name: 'two lengths of one body, by which a proxy and we might cut differently',
    bytes:
      'POST / HTTP/1.1\r\nHost: punctual\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    status: 400,
    error: 'bad_request',
  },
];

describe('refused with the body of every error, and a closed connection:', () => {
  for (const { name, bytes, status, error } of CASES) {
    test(name, async () => {
      await using server = await startServer();
      const response = await converse(server.origin, (socket) => socket.write(bytes));
      const [head = '', body = ''] = response.split('\r\n\r\n');
      assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.match(head, /\r\nconnection: close/i);
      const answer = JSON.parse(body) as ErrorBody;
      assert.equal(answer.error, error);
      assert.deepEqual(Object.keys(answer), ['error', 'message', 'details']);
      assert.deepEqual(answer.details, error === 'bad_request' ? { field: 'request' } : {});
      assert.equal((await send(server.origin, '/healthz')).status, 200, 'the service goes on');
    });
  }
});

test('headers just below 16 KiB are read', async () => {
  await using server = await startServer();
  const headers = { cookie: 'x'.repeat(16_000) };
  assert.equal((await send(server.origin, '/healthz', { headers })).status, 200);
});
