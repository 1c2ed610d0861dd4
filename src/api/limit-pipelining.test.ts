import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, test } from 'node:test';
import { anExecution, emptyPorts, startServer } from './testing.ts';
import { converse, send } from './testing-send.ts';

const SIXTEEN = 'GET /healthz HTTP/1.1\r\nHost: punctual\r\n\r\n'.repeat(16);

describe('requests that are sent before the answers of those before them', () => {
  test('are answered in their order, however many follow one another', async () => {
    await using server = await startServer();
    const { port } = new URL(server.origin);
    const socket = connect(Number(port), '127.0.0.1');
    socket.setEncoding('utf8').write(SIXTEEN);
    let answers = 0;
    for await (const text of socket as AsyncIterable<string>) {
      answers += text.split('HTTP/1.1 200').length - 1;
      if (answers === 48) break;
      if (answers % 16 === 0) socket.write(SIXTEEN);
    }
    assert.equal(answers, 48);
  });

  test('are a few: a client that sends a thousand is cut off, and a few answers are made', async () => {
    const asked: string[] = [];
    const get = async (jobUid: string) => {
      asked.push(jobUid);
      return anExecution();
    };
    await using server = await startServer({ executions: { ...emptyPorts().executions, get } });
    const all = Array.from(
      { length: 1_000 },
      (_, index) => `GET /api/v1/executions/uid-${index} HTTP/1.1\r\nHost: punctual\r\n\r\n`,
    );
    await converse(server.origin, (socket) => socket.write(all.join('')));
    assert.ok(asked.length <= 16, `${asked.length} answers were made`);
    assert.deepEqual(server.logged, []);
    assert.equal((await send(server.origin, '/healthz')).status, 200, 'the service goes on');
  });
});
