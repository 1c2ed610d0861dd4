import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { ErrorBody } from './contract/error.ts';
import { aCronJob, emptyPorts, startServer } from './testing.ts';
import { send } from './testing-send.ts';

describe('a fault of the service', () => {
  test('is a 500 that tells nothing of the inside but an id that the log has too', async () => {
    await using failing = await startServer({
      channels: {
        ...emptyPorts().channels,
        list: () => Promise.reject(new Error('SQLITE_CORRUPT at /data/punctual.db')),
      },
    });
    const response = await fetch(`${failing.origin}/api/v1/channels`);
    const text = await response.text();
    const body = JSON.parse(text) as ErrorBody;
    assert.equal(response.status, 500);
    assert.equal(body.error, 'internal_error');
    assert.doesNotMatch(text, /SQLITE|punctual\.db/);
    const logged = failing.logged.join('');
    assert.match(logged, /SQLITE_CORRUPT/);
    assert.ok(logged.includes(String(body.details['requestId'])));
  });
});

describe('headers', () => {
  test('let no other origin read or frame, and ask for no TLS that is not there', async () => {
    await using server = await startServer();
    const { headers } = await send(server.origin, '/api/v1/cronjobs', {
      headers: { origin: 'http://elsewhere.example' },
    });
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /script-src 'self'(;|$)/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|upgrade-insecure-requests/);
    assert.equal(headers['strict-transport-security'], undefined);
    assert.equal(headers['access-control-allow-origin'], undefined);
    assert.equal(headers['x-content-type-options'], 'nosniff');
  });

  test('stand on errors too', async () => {
    await using server = await startServer();
    const { headers } = await send(server.origin, '/api/v1/nothing');
    assert.match(String(headers['content-security-policy']), /default-src 'none'/);
  });
});

test('long answers are compressed for those who can read it', async () => {
  const items = Array.from({ length: 200 }, (_, index) => aCronJob({ name: `job-${index}` }));
  await using large = await startServer({
    cronJobs: { list: async () => ({ items, total: items.length }), get: async () => null },
  });
  const { headers, raw } = await send(large.origin, '/api/v1/cronjobs', {
    headers: { 'accept-encoding': 'gzip' },
  });
  assert.equal(headers['content-encoding'], 'gzip');
  assert.equal(JSON.parse(gunzipSync(raw).toString()).total, 200);
});

test('closing waits for the answer that is under way', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<[]>();
  const closing = await startServer({
    channels: {
      ...emptyPorts().channels,
      list: () => {
        asked.resolve();
        return answer.promise;
      },
    },
  });
  const response = fetch(`${closing.origin}/api/v1/channels`);
  await asked.promise;
  const closed = closing[Symbol.asyncDispose]();
  answer.resolve([]);
  assert.deepEqual(await (await response).json(), { items: [] });
  await closed;
  await assert.rejects(fetch(`${closing.origin}/healthz`));
});
