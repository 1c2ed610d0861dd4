import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyPorts, startServer } from './testing.ts';
import { send } from './testing-send.ts';

/** Its answer follows from more than what is stored. */
const PATH = '/api/v1/admin/stats';

describe('an answer that has not changed', () => {
  test('is a 304 without a body', async () => {
    await using server = await startServer();
    const first = await send(server.origin, PATH);
    const etag = String(first.headers['etag']);
    assert.match(etag, /^W\/"/);
    assert.equal(first.headers['cache-control'], 'no-cache');
    for (const known of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
      const again = await send(server.origin, PATH, { headers: { 'if-none-match': known } });
      assert.equal(again.status, 304, known);
      assert.equal(again.body, '');
      assert.equal(again.headers['etag'], etag);
      assert.equal(again.headers['cache-control'], 'no-cache');
    }
  });

  test('is sent whole to those who have another', async () => {
    await using server = await startServer();
    const answer = await send(server.origin, PATH, { headers: { 'if-none-match': 'W/"another"' } });
    assert.equal(answer.status, 200);
    assert.equal(JSON.parse(answer.body).uptime, '0s');
  });

  test('has another tag once it has changed', async () => {
    let alerts = 0;
    await using server = await startServer({
      stats: async () => ({ ...(await emptyPorts().stats()), alerts: alerts++ }),
    });
    const first = await send(server.origin, PATH);
    const headers = { 'if-none-match': String(first.headers['etag']) };
    assert.equal((await send(server.origin, PATH, { headers })).status, 200);
  });

  test('is never an error', async () => {
    await using server = await startServer();
    const answer = await send(server.origin, '/api/v1/alerts/none', { headers: { 'if-none-match': '*' } });
    assert.equal(answer.status, 404);
  });
});
