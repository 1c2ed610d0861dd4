import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout as afterMs } from 'node:timers/promises';
import type { ErrorBody } from './contract/error.ts';
import { aLog, anExecution, emptyPorts, startServer } from './testing.ts';
import { endless, nextChunk, open } from './testing-export.ts';
import { converse, send } from './testing-send.ts';

/** A byte now and then: the connection is never idle. */
function trickle(socket: Socket): void {
  const timer = setInterval(() => socket.write('x'), 20);
  socket.once('close', () => clearInterval(timer));
}

function read(response: string): { readonly status: number; readonly body: ErrorBody } {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as ErrorBody };
}

/** On its way between server and client; the kernel keeps a few MB of it. */
const MORE_THAN_A_SOCKET_HOLDS = 'x'.repeat(32 * 1_024 * 1_024);

describe('a client that is slow to send', () => {
  const SLOW = [
    {
      name: 'its headers is cut off after their time',
      begin: 'GET /healthz HTTP/1.1\r\nHost: punctual\r\nX-Slow: ',
      patience: { headersMs: 150, checkMs: 50 },
    },
    {
      name: 'its first line is cut off after the time for headers',
      begin: 'GET /',
      patience: { headersMs: 150, checkMs: 50 },
    },
    {
      name: 'its body is cut off after the time for a request',
      begin: 'POST /api/v1/admin/prune HTTP/1.1\r\nHost: punctual\r\nContent-Length: 1000\r\n\r\n',
      patience: { headersMs: 150, requestMs: 200, checkMs: 50 },
    },
  ];
  for (const { name, begin, patience } of SLOW) {
    test(name, { timeout: 5_000 }, async () => {
      await using server = await startServer({}, { patience });
      const response = await converse(server.origin, (socket) => {
        socket.write(begin);
        trickle(socket);
      });
      const { status, body } = read(response);
      assert.equal(status, 408);
      assert.equal(body.error, 'request_timeout');
      assert.deepEqual(body.details, {});
      assert.deepEqual(server.logged, [], 'it is no fault of ours');
    });
  }

  test('is not cut off while its answer is made', { timeout: 5_000 }, async () => {
    const patience = { headersMs: 50, requestMs: 50, checkMs: 20, stalledMs: 50 };
    const slow = () => afterMs(300, []);
    await using server = await startServer(
      { channels: { ...emptyPorts().channels, list: slow } },
      { patience },
    );
    assert.equal((await send(server.origin, '/api/v1/channels')).status, 200);
  });
});

describe('a client that takes its answer', () => {
  const FOREVER = { rows: Number.POSITIVE_INFINITY };

  test('not at all is cut off, and nothing more is made for it', { timeout: 5_000 }, async () => {
    const table = endless(FOREVER);
    await using server = await startServer({ exports: table }, { patience: { stalledMs: 100 } });
    const response = await open(server.origin);
    await table.ended;
    await assert.rejects(Array.fromAsync(response), { code: 'ECONNRESET' });
  });

  test('not at all is cut off, though nothing more is to be made', { timeout: 5_000 }, async () => {
    await using server = await startServer(
      {
        executions: { ...emptyPorts().executions, get: async () => anExecution() },
        evidence: {
          ...emptyPorts().evidence,
          logsOf: async () => [aLog({ text: MORE_THAN_A_SOCKET_HOLDS })],
        },
      },
      { patience: { stalledMs: 100 } },
    );
    const response = await open(server.origin, { path: '/executions/uid-1' });
    assert.ok(
      Number(response.headers['content-length']) > MORE_THAN_A_SOCKET_HOLDS.length,
      'is in one piece',
    );
    assert.equal(await server.connections(), 1);
    while ((await server.connections()) > 0) await afterMs(20);
    await assert.rejects(Array.fromAsync(response), { code: 'ECONNRESET' });
  });

  test('not at all is cut off, though it goes on sending requests', { timeout: 5_000 }, async () => {
    let asked = 0;
    const logsOf = async () => {
      asked += 1;
      return [aLog({ text: MORE_THAN_A_SOCKET_HOLDS })];
    };
    await using server = await startServer(
      {
        executions: { ...emptyPorts().executions, get: async () => anExecution() },
        evidence: { ...emptyPorts().evidence, logsOf },
      },
      { patience: { stalledMs: 200 } },
    );
    const { port } = new URL(server.origin);
    const socket = connect(Number(port), '127.0.0.1').pause();
    const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: punctual\r\n\r\n`;
    const cutOff = once(socket, 'error');
    socket.write(request('/api/v1/executions/uid-1'));
    const sending = setInterval(() => socket.write(request(`/api/v1/executions/uid-1?n=${asked}`)), 20);
    await cutOff;
    clearInterval(sending);
    assert.ok(asked <= 16, `${asked} answers were made`);
    assert.equal(await server.connections(), 0);
  });

  test('slowly is waited for, and others are answered meanwhile', { timeout: 5_000 }, async () => {
    const table = endless(FOREVER);
    await using server = await startServer({ exports: table }, { patience: { stalledMs: 400 } });
    const response = await open(server.origin);
    const end = performance.now() + 1_000;
    while (performance.now() < end) {
      await nextChunk(response);
      assert.equal((await send(server.origin, '/healthz')).status, 200);
      await afterMs(10, null);
    }
    assert.equal(response.errored, null);
    response.destroy();
    await table.ended;
  });
});
